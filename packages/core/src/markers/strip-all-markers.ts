import type { StrippingMode } from '@ctx/contract';
import { stripLenient } from './strip-lenient.ts';
import { stripStrict } from './strip-strict.ts';

/**
 * A message without its markers. `lenient` (the default) also tidies white space outside fenced code. `strict` removes
 * only markers outside code and quotes, the spaces around them and blank lines at both ends, and keeps every other
 * byte. Linear in the length of any text.
 */
export function stripAllMarkers(message: string, mode: StrippingMode = 'lenient'): string {
  const stripped = mode === 'strict' ? stripStrict(message) : stripLenient(message);
  // Returning the same string avoids keeping the message in memory twice.
  return stripped === message ? message : stripped;
}
