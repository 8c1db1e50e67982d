import type { SessionRecord } from '@ctx/contract';
import * as z from 'zod';

const at = z.number();
const text = z.string();
const optionalText = text.optional();

const message = z.looseObject({
  id: text,
  content: text,
  speaker: z.looseObject({ roleId: text, roleName: text, type: z.enum(['human', 'ai', 'system']) }),
  routing: z.looseObject({ resolvedAddressees: z.array(text).optional() }).optional(),
  metadata: z.record(text, z.unknown()).optional(),
});

const queueEntry = z.looseObject({
  id: text,
  member: text,
  replyTo: text,
  intent: z.enum(['P1', 'P2', 'P3']),
  byHuman: z.boolean(),
});

const floor = { member: text, reason: z.enum(['called', 'queue-empty', 'max-turns', 'limit']), note: optionalText };

const count = z.int().min(0);

const member = z.looseObject({ id: text, name: text, type: z.enum(['human', 'ai']), agentType: optionalText });

const lostTurn = z.looseObject({
  turn: text,
  call: queueEntry,
  upTo: text,
  attempt: z.int().min(1),
  marker: optionalText,
});

const snapshot = z.looseObject({
  version: z.literal(1),
  context: z.looseObject({ messages: z.array(message), teamTask: text.nullable() }),
  queue: z.array(queueEntry),
  interrupted: count.optional(),
  repliesInRow: count,
  lost: z.array(lostTurn).optional(),
  floor: z.looseObject(floor).optional(),
  turnsSinceHuman: count,
  lastTurn: count,
  lastCall: count,
});

const usage = z.looseObject({
  inputTokens: z.number().optional(),
  cachedInputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
});

const nativeSession = z.looseObject({ sessionId: text, seenUpTo: text, basis: z.looseObject({ agentType: text }) });

/** What a reader needs of each type of record; more may be there. */
const SCHEMAS: Readonly<Record<SessionRecord['type'], z.ZodType>> = {
  'session-start': z.looseObject({
    version: z.int().min(1),
    sessionId: text,
    team: text,
    members: z.array(member).optional(),
    hmac: optionalText,
    at,
  }),
  message: z.looseObject({ message, turn: optionalText, at }),
  task: z.looseObject({ task: text.nullable(), by: optionalText, at }),
  queue: z.looseObject({ added: z.array(queueEntry).optional(), removed: z.array(text).optional(), at }),
  'prompt-settings': z.looseObject({
    member: text,
    agentType: text,
    systemInstruction: optionalText,
    instructionFileText: optionalText,
    windowSize: z.number().min(0).optional(),
    maxBytes: z.number().min(0),
    maxTokens: z.number().min(0).optional(),
    tokenCounter: optionalText,
    maxMessages: count.optional(),
    guarded: z.boolean(),
    stripping: z.enum(['lenient', 'strict']),
    at,
  }),
  'native-session': z.looseObject({ member: text, session: nativeSession.optional(), at }),
  'turn-start': z.looseObject({
    turn: text,
    call: queueEntry,
    upTo: text,
    repliesInRow: count,
    attempt: z.int().min(1).optional(),
    marker: optionalText,
    promptHash: optionalText,
    since: optionalText,
    taskKnown: z.boolean().optional(),
    keepFrom: optionalText,
    at,
  }),
  'turn-end': z.looseObject({
    turn: text,
    member: text,
    status: z.enum(['completed', 'failed', 'cancelled', 'timed-out', 'unknown']),
    durationMs: z.number(),
    usage: usage.optional(),
    costUsd: z.number().optional(),
    error: z.looseObject({ code: text, message: text }).optional(),
    receipt: z.looseObject({ maxBytes: z.number(), usedBytes: z.number(), sections: z.array(z.unknown()) }).optional(),
    messageId: optionalText,
    repliesInRow: count.optional(),
    trail: z.array(z.looseObject({ tool: text, line: text, ended: text })).optional(),
    changes: z.looseObject({ files: z.array(z.looseObject({ path: text })) }).optional(),
    at,
  }),
  undo: z.looseObject({ turn: text, undone: z.boolean(), files: z.array(text), at }),
  floor: z.looseObject({ ...floor, call: queueEntry.optional(), at }),
  snapshot: z.looseObject({ snapshot, at }),
};

/** What is wrong with a record, in a few words; `undefined` when nothing is, or when its type is not known here. */
export function recordProblem(record: { readonly type: string }): string | undefined {
  if (typeof record !== 'object' || record === null) return 'it is not a record';
  if (!Object.hasOwn(SCHEMAS, record.type)) return undefined;
  const { error } = SCHEMAS[record.type as SessionRecord['type']].safeParse(record);
  if (error === undefined) return undefined;
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return `its ${record.type} record has a wrong ${field === '' ? 'form' : `"${field}"`}`;
}
