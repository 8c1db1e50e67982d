import type { SessionRecord } from '@ctx/contract';
import * as z from 'zod';

const at = z.number();
const text = z.string();
const optionalText = text.optional();

const message = z.object({
  id: text,
  content: text,
  speaker: z.object({ roleId: text, roleName: text, type: z.enum(['human', 'ai', 'system']) }),
  routing: z.object({ resolvedAddressees: z.array(text).optional() }).optional(),
  metadata: z.record(text, z.unknown()).optional(),
});

const queueEntry = z.object({
  id: text,
  member: text,
  replyTo: text,
  intent: z.enum(['P1', 'P2', 'P3']),
  byHuman: z.boolean(),
});

const floor = { member: text, reason: z.enum(['called', 'queue-empty', 'max-turns', 'limit']), note: optionalText };

const count = z.int().min(0);

const member = z.object({ id: text, name: text, type: z.enum(['human', 'ai']), agentType: optionalText });

const lostTurn = z.object({
  turn: text,
  call: queueEntry,
  upTo: text,
  attempt: z.int().min(1),
  marker: optionalText,
});

const snapshot = z.object({
  version: z.literal(1),
  context: z.object({ messages: z.array(message), teamTask: text.nullable() }),
  queue: z.array(queueEntry),
  interrupted: count.optional(),
  repliesInRow: count,
  lost: z.array(lostTurn).optional(),
  floor: z.object(floor).optional(),
  turnsSinceHuman: count,
  lastTurn: count,
  lastCall: count,
});

const usage = z.object({
  inputTokens: z.number().optional(),
  cachedInputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
});

const nativeSession = z.object({ sessionId: text, seenUpTo: text, basis: z.object({ agentType: text }) });

/** What a reader needs of each type of record; more may be there, which nobody looks at. */
const SCHEMAS: Readonly<Record<SessionRecord['type'], z.ZodType>> = {
  'session-start': z.object({
    version: z.int().min(1),
    sessionId: text,
    team: text,
    members: z.array(member).optional(),
    hmac: optionalText,
    at,
  }),
  message: z.object({ message, turn: optionalText, at }),
  task: z.object({ task: text.nullable(), by: optionalText, at }),
  queue: z.object({ added: z.array(queueEntry).optional(), removed: z.array(text).optional(), at }),
  'prompt-settings': z.object({
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
  'native-session': z.object({ member: text, session: nativeSession.optional(), at }),
  'turn-start': z.object({
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
  'turn-end': z.object({
    turn: text,
    member: text,
    status: z.enum(['completed', 'failed', 'cancelled', 'timed-out', 'unknown']),
    durationMs: z.number(),
    usage: usage.optional(),
    costUsd: z.number().optional(),
    error: z.object({ code: text, message: text }).optional(),
    receipt: z.object({ maxBytes: z.number(), usedBytes: z.number(), sections: z.array(z.unknown()) }).optional(),
    messageId: optionalText,
    repliesInRow: count.optional(),
    trail: z.array(z.object({ tool: text, line: text, ended: text })).optional(),
    changes: z.object({ files: z.array(z.object({ path: text })) }).optional(),
    at,
  }),
  undo: z.object({ turn: text, undone: z.boolean(), files: z.array(text), at }),
  floor: z.object({ ...floor, call: queueEntry.optional(), at }),
  snapshot: z.object({ snapshot, at }),
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
