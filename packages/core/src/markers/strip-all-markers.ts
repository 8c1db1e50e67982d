import type { StrippingMode } from '@ctx/contract';
import { stripLenient } from './strip-lenient.ts';
import { stripStrict } from './strip-strict.ts';

/**
 * A message without its markers, as the other members get to see it. `lenient` (the default) also tidies white space
 * outside fenced code; `strict` takes out only markers that stand outside code and quotes, and keeps every other byte.
 * Linear in the length of the text, whatever the text.
 */
export function stripAllMarkers(message: string, mode: StrippingMode = 'lenient'): string {
  const stripped = mode === 'strict' ? stripStrict(message) : stripLenient(message);
  // The same text must be the same string, or each message would be kept in memory twice.
  return stripped === message ? message : stripped;
}
