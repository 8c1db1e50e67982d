import type { CuttableBlock } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import { type KeptText, type MessageRoom, writtenText } from './fit-message.ts';
import { firstCharacter, isInsidePair } from './surrogate-pairs.ts';
import { truncateToBytes } from './truncate-to-bytes.ts';

const KIBIBYTE = 1024;
/** A shorter text may be smaller than the line that says what was left out of it. */
const LONGEST_LINE = 64;

/**
 * The beginning and the end of the text that fit, equal in bytes as near as characters allow, around a line that says how
 * much is left out between them; all of it if it fits; `undefined` if there is not even room for `leastEnds`. Of a text
 * that is far too long, only the size and the ends are looked at.
 */
export function keepEnds(block: CuttableBlock, { bytes: roomBytes, tokens }: MessageRoom): KeptText | undefined {
  const { text } = block;
  const fits = (written: string) => byteLength(written) <= roomBytes && (tokens?.fits(written) ?? true);
  // A code unit takes at least one byte.
  if (text.length <= roomBytes) {
    const whole = writtenText(block);
    if (fits(whole)) return { written: whole, isCut: false };
  }
  const textBytes = byteLength(text);
  const attempt = (keptBytes: number): KeptText | undefined => {
    const ends = endsOf(text, textBytes, keptBytes);
    const written = writtenText(block, ends.text);
    return fits(written) ? { written, isCut: true, middleBytes: ends.middleBytes } : undefined;
  };
  let low = byteLength(firstCharacter(text));
  let best = attempt(low);
  if (best === undefined) return undefined;
  let high = Math.min(roomBytes, textBytes - 1) + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const more = attempt(middle);
    if (more === undefined) high = middle;
    else [low, best] = [middle, more];
  }
  return best;
}

/** The least that must fit: the first character with the line after it, or a text that is shorter than that. */
export function leastEnds(block: CuttableBlock): string {
  const { text } = block;
  const first = firstCharacter(text);
  const textBytes = byteLength(text);
  const cut = writtenText(block, endsOf(text, textBytes, byteLength(first)).text);
  const whole = text.length > LONGEST_LINE ? undefined : writtenText(block);
  return whole === undefined || byteLength(whole) > byteLength(cut) ? cut : whole;
}

// The beginning gets at least one character.
function endsOf(text: string, textBytes: number, keptBytes: number): { text: string; middleBytes: number } {
  const beginning = truncateToBytes(text, Math.ceil(keptBytes / 2)) || firstCharacter(text);
  const beginningBytes = byteLength(beginning);
  const end = lastBytes(text.slice(beginning.length), Math.min(keptBytes - beginningBytes, Math.floor(keptBytes / 2)));
  const middleBytes = textBytes - beginningBytes - byteLength(end);
  const line = `[${describeBytes(middleBytes)} left out]`;
  return { text: `${beginning}\n${line}${end === '' ? '' : `\n${end}`}`, middleBytes };
}

function describeBytes(bytes: number): string {
  return bytes < KIBIBYTE ? `${bytes} bytes` : `${Math.ceil(bytes / KIBIBYTE)} KB`;
}

/** The longest end of `text` that takes at most `maxBytes` bytes and does not split a character. */
function lastBytes(text: string, maxBytes: number): string {
  if (maxBytes <= 0) return '';
  let start = Math.max(0, text.length - maxBytes);
  let tooMany = byteLength(text.slice(start)) - maxBytes;
  while (tooMany > 0) {
    const character = firstCharacter(text.slice(start, start + 2));
    tooMany -= byteLength(character);
    start += character.length;
  }
  return text.slice(isInsidePair(text, start) ? start + 1 : start);
}
