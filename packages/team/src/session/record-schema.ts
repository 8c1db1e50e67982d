import type { SessionRecord } from '@ctx/contract';
import {
  atLeast,
  fields,
  flag,
  list,
  number,
  oneOf,
  optional,
  orNull,
  type Shape,
  someText,
  text,
  textOrNumber,
  wholeFrom,
} from './shape.ts';

const at = number;
const optionalText = optional(text);

// What core stores without an error: a log is read back into it.
const message = fields({
  id: someText,
  content: text,
  speaker: fields({
    roleId: someText,
    roleName: text,
    type: oneOf('human', 'ai', 'system'),
    roleTitle: optionalText,
  }),
  timestamp: optional(textOrNumber),
  routing: optional(fields({ resolvedAddressees: optional(list(text)) })),
  metadata: optional(fields({})),
});

const queueEntry = fields({
  id: text,
  member: text,
  replyTo: text,
  intent: oneOf('P1', 'P2', 'P3'),
  byHuman: flag,
});

const floor = { member: text, reason: oneOf('called', 'queue-empty', 'max-turns', 'limit'), note: optionalText };

const count = wholeFrom(0);

const member = fields({ id: text, name: text, type: oneOf('human', 'ai'), agentType: optionalText });

const lostTurn = fields({
  turn: text,
  call: queueEntry,
  upTo: text,
  attempt: wholeFrom(1),
  marker: optionalText,
});

const snapshot = fields({
  version: oneOf(1),
  context: fields({ messages: list(message), teamTask: orNull(text) }),
  queue: list(queueEntry),
  interrupted: optional(count),
  repliesInRow: count,
  lost: optional(list(lostTurn)),
  floor: optional(fields(floor)),
  turnsSinceHuman: count,
  lastTurn: count,
  lastCall: count,
});

const usage = fields({
  inputTokens: optional(number),
  cachedInputTokens: optional(number),
  outputTokens: optional(number),
  reasoningTokens: optional(number),
});

const limit = optional(atLeast(0));
const limits = fields({ costUsd: limit, tokens: limit, minutes: limit });

const nativeSession = fields({ sessionId: text, seenUpTo: text, basis: fields({ agentType: text }) });

// Text, too, can be written on a screen. An object may have no text at all.
const amount = optional(textOrNumber);

const receipt = fields({
  maxBytes: number,
  usedBytes: number,
  sections: list(fields({ name: text, bytes: textOrNumber })),
  context: optional(
    fields({ offered: amount, kept: amount, dropped: amount, known: amount, outside: amount, firstKeptId: amount }),
  ),
  message: optional(fields({ id: amount, bytes: amount, cutBytes: amount, newer: amount })),
  tokens: optional(fields({ max: amount, used: amount, counter: amount })),
  memory: optional(
    fields({ mode: amount, reason: amount, since: amount, fullBytes: amount, sharedPrefixBytes: amount }),
  ),
});

const changedFiles = {
  files: list(fields({ path: text, status: optionalText, added: amount, removed: amount })),
  filesCut: amount,
  patch: optionalText,
  patchCutBytes: amount,
};

const changes = fields({
  ...changedFiles,
  meanwhile: optional(fields({ ...changedFiles, tree: text })),
  sharedWith: optional(list(text)),
  unknown: optionalText,
});

/** The fields that a reader needs of each type of record. Other fields are ignored. */
const SHAPES: Readonly<Record<SessionRecord['type'], Shape>> = {
  'session-start': fields({
    version: wholeFrom(1),
    sessionId: text,
    team: text,
    members: optional(list(member)),
    hmac: optionalText,
    at,
  }),
  message: fields({ message, turn: optionalText, at }),
  task: fields({ task: orNull(text), by: optionalText, at }),
  model: fields({ member: text, model: orNull(text), by: text, at }),
  queue: fields({ added: optional(list(queueEntry)), removed: optional(list(text)), at }),
  'prompt-settings': fields({
    member: text,
    agentType: text,
    systemInstruction: optionalText,
    instructionFileText: optionalText,
    windowSize: optional(atLeast(0)),
    maxBytes: atLeast(0),
    maxTokens: optional(atLeast(0)),
    tokenCounter: optionalText,
    maxMessages: optional(count),
    guarded: flag,
    stripping: oneOf('lenient', 'strict'),
    at,
  }),
  limits: fields({ limits, teamLimits: limits, at }),
  'native-session': fields({ member: text, session: optional(nativeSession), at }),
  'turn-start': fields({
    turn: text,
    call: queueEntry,
    upTo: text,
    repliesInRow: count,
    attempt: optional(wholeFrom(1)),
    marker: optionalText,
    promptHash: optionalText,
    since: optionalText,
    taskKnown: optional(flag),
    keepFrom: optionalText,
    tree: optionalText,
    at,
  }),
  'turn-end': fields({
    turn: text,
    member: text,
    status: oneOf('completed', 'failed', 'cancelled', 'timed-out', 'unknown'),
    durationMs: number,
    usage: optional(usage),
    costUsd: optional(number),
    error: optional(fields({ code: text, message: text })),
    receipt: optional(receipt),
    messageId: optionalText,
    repliesInRow: optional(count),
    trail: optional(list(fields({ tool: text, line: text, ended: text }))),
    changes: optional(changes),
    at,
  }),
  undo: fields({ turn: text, undone: flag, files: list(text), tree: optional(text), at }),
  floor: fields({ ...floor, call: optional(queueEntry), at }),
  snapshot: fields({ snapshot, at }),
};

/** What is wrong with a record, in a few words; `undefined` for a valid record and for a record of an unknown type. */
export function recordProblem(record: { readonly type: string }): string | undefined {
  if (typeof record !== 'object' || record === null) return 'it is not a record';
  if (!Object.hasOwn(SHAPES, record.type)) return undefined;
  const wrong = SHAPES[record.type as SessionRecord['type']](record);
  if (wrong === undefined) return undefined;
  return `its ${record.type} record has a wrong "${wrong}"`;
}
