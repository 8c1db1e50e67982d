import * as z from 'zod';

/** A text without line ends and control characters: it is written into a line of the others' prompts. */
export function oneLine() {
  return z
    .string()
    .min(1)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u, { error: 'must be one line, without line breaks and control characters' });
}
