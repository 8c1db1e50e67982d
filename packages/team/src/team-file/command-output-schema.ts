import * as z from 'zod';

const where = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .describe('Which lines: path and the value it must have.');
const path = z.string().min(1).describe('Where in the line, such as message.content.0.text.');
const pick = z.strictObject({ where: where.optional(), path });

/** How the standard output of a command becomes an answer. */
export const commandOutputSchema = z
  .discriminatedUnion('format', [
    z.strictObject({ format: z.literal('text') }),
    z.strictObject({
      format: z.literal('jsonl'),
      text: pick.describe('The final answer.'),
      delta: pick.optional().describe('Pieces of the answer as they arrive.'),
      end: z
        .strictObject({
          where,
          ok: where.optional().describe('What the line must hold for the turn to count as completed.'),
        })
        .optional()
        .describe('The line that ends a turn; without it the exit code decides.'),
      error: z
        .strictObject({
          where: where.optional(),
          path: path.optional(),
          startsWith: z.string().min(1).optional().describe('An answer that begins so is a failure.'),
        })
        .optional(),
      tools: z.strictObject({ where, id: path, name: path, input: path.optional() }).optional(),
    }),
  ])
  .describe('For agentType command: text (all of stdout is the answer) or jsonl (one JSON object a line).');
