import * as z from 'zod';

/** Text without line breaks and control characters, because it becomes one line in the prompts of the other members. */
export function oneLine() {
  return z
    .string()
    .min(1)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u, { error: 'must be one line, without line breaks and control characters' });
}
