import { isInsidePair } from './count-tokens.ts';

/** A beginning of a text, as it is written. */
export interface WrittenPrefix {
  /** Code units of the text that are in it. */
  readonly length: number;
  readonly written: string;
}

/**
 * The longest beginning of `text` that, written by `write`, fits; found by halving, between two characters. Tries about
 * `guess` code units first, so that of a text far too long little is read. `undefined` when not even one character fits.
 */
export function longestPrefix(
  text: string,
  guess: number,
  write: (text: string) => string,
  fits: (written: string) => boolean,
): WrittenPrefix | undefined {
  const attempt = (length: number): WrittenPrefix | undefined => {
    const whole = isInsidePair(text, length) ? length - 1 : length;
    const written = write(text.slice(0, whole));
    return fits(written) ? { length: whole, written } : undefined;
  };
  let low = firstCharacter(text).length;
  let best = attempt(low);
  if (best === undefined) return undefined;
  let high = Math.max(low, Math.min(text.length, Math.floor(guess)));
  for (let longer = attempt(high); longer !== undefined; longer = attempt(high)) {
    best = longer;
    low = high;
    if (high === text.length) return best;
    high = Math.min(text.length, high * 2);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const longer = attempt(middle);
    if (longer === undefined) high = middle;
    else {
      best = longer;
      low = middle;
    }
  }
  return best;
}

/** The first character of a text that is not empty. */
export function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}
