import { DIGIT, kindAt, LOWER, UPPER } from './character-kind.ts';

/** Shorter runs count as words. */
const SHORTEST = 20;
/** A longer run is examined in pieces, so that words in the middle of it are recognised. */
const LONGEST = 256;
/** Changes between kinds per character. Names in camel case have less than a fifth. */
const DENSE_CHANGES = 0.27;
/** Tokens per character. */
const BASE64_TOKENS = 0.69;
const HEX_TOKENS = 0.6;
/** Share of digits from which a run counts as hex. Random hex has five eighths, base64 a sixth. */
const HEX_DIGITS = 0.4;

/** A run of letters and digits. */
export interface LetterRun {
  readonly end: number;
  /** Tokens of the run if it is encoded data. `undefined` if it consists of words. */
  readonly denseTokens: number | undefined;
}

/** Examines the run of letters, digits and base64 symbols that starts at `at`. */
export function readLetterRun(text: string, at: number): LetterRun {
  const limit = Math.min(text.length, at + LONGEST);
  let end = at;
  let changes = 0;
  let digits = 0;
  let before: number | undefined;
  for (; end < limit; end += 1) {
    const kind = kindAt(text, end);
    if (kind === LOWER || kind === UPPER || kind === DIGIT) {
      if (kind === DIGIT) digits += 1;
      // A capital followed by small letters is normal in names, so it does not count as a change.
      if (before !== undefined && kind !== before && !(before === UPPER && kind === LOWER)) changes += 1;
      before = kind;
    } else if (!isBase64Symbol(text.charCodeAt(end))) break;
  }
  const length = end - at;
  const isDense = length >= SHORTEST && changes >= length * DENSE_CHANGES;
  const perCharacter = digits >= length * HEX_DIGITS ? HEX_TOKENS : BASE64_TOKENS;
  return { end, denseTokens: isDense ? length * perCharacter : undefined };
}

/** `+`, `-`, `/`, `=` and `_`. */
function isBase64Symbol(code: number): boolean {
  return code === 0x2b || code === 0x2d || code === 0x2f || code === 0x3d || code === 0x5f;
}
