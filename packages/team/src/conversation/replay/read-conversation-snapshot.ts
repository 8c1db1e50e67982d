import { type ConversationSnapshot, CtxError } from '@ctx/contract';
import * as z from 'zod';

const count = z.int().min(0);

const queueEntry = z.object({
  id: z.string(),
  member: z.string(),
  replyTo: z.string(),
  intent: z.enum(['P1', 'P2', 'P3']),
  byHuman: z.boolean(),
  standsInFor: z.string().optional(),
});

// `context` is validated when it is imported; this schema validates the rest.
const snapshotSchema = z.object({
  version: z.literal(1),
  context: z.custom<ConversationSnapshot['context']>((value) => typeof value === 'object' && value !== null),
  queue: z.array(queueEntry),
  lost: z
    .array(
      z.object({
        turn: z.string(),
        call: queueEntry,
        upTo: z.string(),
        attempt: z.int().min(1),
        marker: z.string().optional(),
      }),
    )
    .optional(),
  interrupted: count.optional(),
  repliesInRow: count,
  turnsSinceHuman: count,
  lastTurn: count,
  lastCall: count,
  models: z.record(z.string(), z.string()).optional(),
  floor: z
    .object({
      member: z.string(),
      reason: z.enum(['called', 'queue-empty', 'max-turns', 'limit']),
      note: z.string().optional(),
    })
    .optional(),
});

/**
 * Validates a snapshot and returns it.
 * @throws CtxError `CTX_INVALID_SNAPSHOT`; its `cause` says what is wrong.
 */
export function readConversationSnapshot(value: unknown): ConversationSnapshot {
  const parsed = snapshotSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CtxError('CTX_INVALID_SNAPSHOT', 'Invalid snapshot format', { cause: parsed.error });
}
