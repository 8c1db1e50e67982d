import { requireByteCount } from './budget.ts';
import { encoder } from './byte-length.ts';

/**
 * The longest prefix of `text` that takes at most `maxBytes` bytes of UTF-8 and ends between two characters. Looks at no
 * more of the text than can fit, and does not keep a long text alive for the sake of a short prefix.
 * @throws RangeError unless `maxBytes` is a finite number ≥ 0.
 */
export function truncateToBytes(text: string, maxBytes: number): string {
  requireByteCount(maxBytes);
  // No UTF-16 code unit takes more than three bytes.
  if (text.length * 3 <= maxBytes) return text;
  // And none takes less than one: what lies after `maxBytes` units can never fit. Where that splits a pair, its first
  // half alone would take three bytes and does not fit either.
  const candidate = text.slice(0, Math.floor(maxBytes));
  const { read } = encoder.encodeInto(candidate, new Uint8Array(Math.min(Math.floor(maxBytes), candidate.length * 3)));
  if (read === text.length) return text;
  return detach(candidate.slice(0, read), text);
}

// A slice of a string keeps the whole string in memory. Concatenating and slicing again makes a copy of the slice only.
function detach(prefix: string, whole: string): string {
  return prefix.length * 2 < whole.length ? ` ${prefix}`.slice(1) : prefix;
}
