import * as z from 'zod';
import type { PassedVariable } from './team.ts';

const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the notation of the team file
const reference = z.string().regex(REFERENCE, {
  error: 'must be ${NAME}, the name of a variable that holds the value; a team file never contains the value itself',
});

/** `[A, B]` passes the variables A and B; `{ A: ${B} }` passes the value of B under the name A. */
export function envSchema(variableName: z.ZodString) {
  return z
    .union([z.array(variableName), z.record(variableName, reference)])
    .describe('Environment variables the agent is given: a list of names, or NAME: ${OTHER}. Never a value.');
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the notation of the team file

/** The variables of a checked `env` field, in the order of the file. */
export function passedVariables(
  env: readonly string[] | Readonly<Record<string, string>> | undefined,
): PassedVariable[] {
  if (env === undefined) return [];
  if (isList(env)) return env.map((name) => ({ name, from: name }));
  return Object.entries(env).map(([name, value]) => ({ name, from: REFERENCE.exec(value)![1]! }));
}

function isList(env: readonly string[] | Readonly<Record<string, string>>): env is readonly string[] {
  return Array.isArray(env);
}
