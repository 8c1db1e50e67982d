import type { OutputMapping } from '@ctx/agent-runner';
import * as z from 'zod';

const where = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .describe('Which lines: each key is a path, each value what must be there.');
const path = z
  .string()
  .min(1)
  .describe('Keys joined by dots, list positions as numbers, * for every element of a list.');
const place = z.strictObject({ where: where.optional(), path });
const error = z.strictObject({
  where: where.optional(),
  path: path.optional(),
  startsWith: z.string().min(1).optional().describe('Words at the path count as an error only when they begin so.'),
  status: path.optional().describe('Where an HTTP status is; it decides about the error code before the words do.'),
});
const tools = z.strictObject({
  call: z.strictObject({ where, id: path, name: path, input: path.optional() }).optional(),
  result: z
    .strictObject({ where, id: path, output: path.optional(), error: where.optional() })
    .optional()
    .describe('`error`: what the line must hold for the result to be an error.'),
});
const counts = z.union([path, z.array(path).min(1)]).optional();
const usage = z.strictObject({
  where,
  add: z.boolean().optional().describe('Each line counts a part of the turn; they are added.'),
  inputTokens: counts,
  cachedInputTokens: counts,
  outputTokens: counts,
  reasoningTokens: counts,
});

const jsonl = z.strictObject({
  format: z.literal('jsonl'),
  text: place.describe('A whole piece of answer; the last one is the final text.'),
  delta: place.optional().describe('Answer text as it is written.'),
  end: z
    .strictObject({ where, ok: where.optional().describe('What the line must hold for the turn to be completed.') })
    .optional()
    .describe('The line that ends a turn; without it the exit code decides.'),
  error: z
    .union([error, z.array(error)])
    .optional()
    .describe('When a line means that the turn failed.'),
  tools: tools.optional().describe('How tool calls and their results are told.'),
  sessionId: place.optional().describe('The program’s own session id.'),
  usage: usage.optional().describe('Where the turn’s token counts are.'),
});

/** How the standard output of a command becomes an answer. */
export const commandOutputSchema = z
  .discriminatedUnion('format', [z.strictObject({ format: z.literal('text') }), jsonl])
  .describe(
    'For agentType command: text (all of stdout is the answer) or jsonl (one JSON object a line).',
  ) satisfies z.ZodType<OutputMapping>;
