import { requireByteCount } from './budget.ts';
import { byteLength, encoder } from './byte-length.ts';
import { firstCharacter } from './surrogate-pairs.ts';

/**
 * The longest prefix of `text` that takes at most `maxBytes` bytes of UTF-8 and does not split a character. Reads no
 * more of the text than can fit, and a short prefix does not keep a long text in memory.
 * @throws RangeError unless `maxBytes` is a finite number ≥ 0.
 */
export function truncateToBytes(text: string, maxBytes: number): string {
  requireByteCount(maxBytes);
  // A UTF-16 code unit takes at most three bytes.
  if (text.length * 3 <= maxBytes) return text;
  // And at least one, so nothing after `maxBytes` units can fit. If this slice splits a pair, the lone half takes three
  // bytes and does not fit either.
  const candidate = text.slice(0, Math.floor(maxBytes));
  const room = Math.min(Math.floor(maxBytes), candidate.length * 3);
  let { read, written } = encoder.encodeInto(candidate, new Uint8Array(room));
  // Node 25.4 and later stop a character or two before the end (nodejs/node#65994).
  while (read < candidate.length) {
    const character = firstCharacter(candidate.slice(read, read + 2));
    written += byteLength(character);
    if (written > maxBytes) break;
    read += character.length;
  }
  if (read === text.length) return text;
  return detach(candidate.slice(0, read), text);
}

// A slice of a string keeps the whole string in memory. Concatenating and slicing again copies only the slice.
function detach(prefix: string, whole: string): string {
  return prefix.length * 2 < whole.length ? ` ${prefix}`.slice(1) : prefix;
}
