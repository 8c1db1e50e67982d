import * as z from 'zod';
import { teamFileSchema } from './team-schema.ts';

/** The JSON Schema of team files, for editors and other tools. Also published as `@ctx/team/schema.json`. */
export function teamJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(teamFileSchema, { io: 'input' }),
    title: 'ctx team file',
  };
}
