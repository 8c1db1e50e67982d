import * as z from 'zod';
import { teamFileSchema } from './team-schema.ts';

/** The JSON Schema of team files, as published in `@ctx/team/schema.json`; for editors and other tools. */
export function teamJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(teamFileSchema, { io: 'input' }),
    title: 'ctx team file',
  };
}
