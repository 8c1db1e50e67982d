import type { AgentEvent } from '@ctx/contract';
import * as z from 'zod';

const text = z.string();
const optionalText = text.optional();
const amount = z.number().min(0).optional();

const usage = z.object({
  inputTokens: amount,
  cachedInputTokens: amount,
  outputTokens: amount,
  reasoningTokens: amount,
});

const failure = z.object({ code: text, message: text, retryAfterMs: amount, stderr: optionalText });

const fileChange = z.object({
  path: text,
  status: z.enum(['added', 'modified', 'deleted']),
  added: amount,
  removed: amount,
});

const changedFiles = z.object({
  files: z.array(fileChange),
  filesCut: amount,
  patch: optionalText,
  patchCutBytes: amount,
});

const changes = changedFiles.extend({
  before: optionalText,
  after: optionalText,
  meanwhile: changedFiles.extend({ tree: text }).optional(),
  sharedWith: z.array(text).optional(),
  unknown: optionalText,
});

const result = z.object({
  status: z.enum(['completed', 'failed', 'cancelled', 'timed-out', 'unknown']),
  text,
  usage: usage.optional(),
  totals: z.object({ usage: usage.optional(), costUsd: amount }).optional(),
  costUsd: amount,
  contextTokens: amount,
  contextWindow: amount,
  changes: changes.optional(),
  sessionId: optionalText,
  sessionMark: optionalText,
  error: failure.optional(),
  exitCode: z.number().optional(),
  signal: optionalText,
});

const SCHEMAS: Readonly<Record<AgentEvent['type'], z.ZodType>> = {
  'session-start': z.looseObject({ sessionId: text, model: optionalText }),
  'text-delta': z.looseObject({ text }),
  text: z.looseObject({ text }),
  reasoning: z.looseObject({ text }),
  'tool-call': z.looseObject({ id: text, name: text }),
  'tool-result': z.looseObject({ id: text, name: optionalText, output: text, isError: z.boolean() }),
  notice: z.looseObject({ kind: text, message: text }),
  usage: z.looseObject({ usage }),
  error: z.looseObject({ error: failure }),
  raw: z.looseObject({}),
  'turn-end': z.looseObject({ result }),
};

/**
 * Validates an event of an executor. Executors are written by others, and their events go into the log.
 * @throws TypeError that names the unknown type or the wrong field.
 */
export function checkAgentEvent(value: unknown): AgentEvent {
  const type = (value as { type?: unknown } | null | undefined)?.type;
  if (typeof type !== 'string') throw new TypeError('The executor sent something that is not an event.');
  if (!Object.hasOwn(SCHEMAS, type)) throw new TypeError(`The executor sent an event of the unknown type "${type}".`);
  const checked = SCHEMAS[type as AgentEvent['type']].safeParse(value);
  if (checked.success) return checked.data as AgentEvent;
  const field = checked.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new TypeError(`The executor sent a ${type} event with a wrong "${field}".`);
}
