import type { OutputMapping } from '@ctx/agent-runner';
import * as z from 'zod';

const where = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .describe('Which lines: each key is a path, each value is the value that must be there.');
const path = z
  .string()
  .min(1)
  .describe('Keys joined by dots, list positions as numbers, * for every element of a list.');
const place = z.strictObject({ where: where.optional(), path });
const error = z.strictObject({
  where: where.optional(),
  path: path.optional(),
  startsWith: z.string().min(1).optional().describe('The text at the path is an error only if it begins like this.'),
  status: path.optional().describe('Where an HTTP status is; it determines the error code, before the text does.'),
});
const tools = z.strictObject({
  call: z.strictObject({ where, id: path, name: path, input: path.optional() }).optional(),
  result: z
    .strictObject({ where, id: path, output: path.optional(), error: where.optional() })
    .optional()
    .describe('`error`: the values that the line must have for the result to be an error.'),
});
const counts = z.union([path, z.array(path).min(1)]).optional();
const usage = z.strictObject({
  where,
  add: z.boolean().optional().describe('Whether each line counts only a part of the turn, so that they are added up.'),
  inputTokens: counts,
  cachedInputTokens: counts,
  outputTokens: counts,
  reasoningTokens: counts,
});

const jsonl = z.strictObject({
  format: z.literal('jsonl'),
  text: place.describe('A complete piece of the answer; the last one is the final text.'),
  delta: place.optional().describe('Answer text as it is written.'),
  end: z
    .strictObject({
      where,
      ok: where.optional().describe('The values that the line must have for the turn to be completed.'),
    })
    .optional()
    .describe('The line that ends a turn; without it the exit code decides.'),
  error: z
    .union([error, z.array(error)])
    .optional()
    .describe('When a line means that the turn failed.'),
  tools: tools.optional().describe('Where tool calls and their results are.'),
  sessionId: place.optional().describe('The program’s own session id.'),
  usage: usage.optional().describe('Where the turn’s token counts are.'),
});

/** How the answer is read from the standard output of a command. */
export const commandOutputSchema = z
  .discriminatedUnion('format', [z.strictObject({ format: z.literal('text') }), jsonl])
  .describe(
    'For agentType command: text (all of stdout is the answer) or jsonl (one JSON object a line).',
  ) satisfies z.ZodType<OutputMapping>;
