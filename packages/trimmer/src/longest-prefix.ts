import { firstCharacter, isInsidePair } from './surrogate-pairs.ts';

/** The beginning of a text. */
export interface WrittenPrefix {
  /** Code units of the original text. */
  readonly length: number;
  /** As `write` returned it. */
  readonly written: string;
}

/**
 * The longest beginning of `text` that `fits` once `write` has written it. Found by bisection, and never ends inside a
 * surrogate pair. The first character must fit. Tries `guess` code units first, so that little is read of a text that is
 * far too long.
 */
export function longestPrefix(
  text: string,
  guess: number,
  write: (text: string) => string,
  fits: (written: string) => boolean,
): WrittenPrefix {
  const attempt = (length: number): WrittenPrefix | undefined => {
    const whole = isInsidePair(text, length) ? length - 1 : length;
    const written = write(text.slice(0, whole));
    return fits(written) ? { length: whole, written } : undefined;
  };
  const first = firstCharacter(text);
  let low = first.length;
  let best: WrittenPrefix = { length: low, written: write(first) };
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
