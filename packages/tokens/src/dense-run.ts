import { DIGIT, kindAt, LOWER, UPPER } from './character-kind.ts';

/** Shorter runs are names, however odd they look. */
const SHORTEST = 20;
/** Looked at in pieces, so that words in the middle of a very long run are still seen. */
const LONGEST = 256;
/** Changes of kind for each character; names in camel case stay below a fifth. */
const DENSE_CHANGES = 0.27;
const BASE64_TOKENS = 0.69;
const HEX_TOKENS = 0.6;
/** Of random hex digits five eighths are digits, of base64 a sixth. */
const HEX_DIGITS = 0.4;

/** A stretch of letters and digits. */
export interface LetterRun {
  readonly end: number;
  /** Tokens of the run if it is encoded data, which no vocabulary has words for; `undefined` if it is words. */
  readonly denseTokens: number | undefined;
}

/** Looks at the run of letters, digits and the signs of base64 that begins at `at`. */
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
      // A capital before small letters is how a name goes on, so that change says nothing.
      if (before !== undefined && kind !== before && !(before === UPPER && kind === LOWER)) changes += 1;
      before = kind;
    } else if (!isBase64Sign(text.charCodeAt(end))) break;
  }
  const length = end - at;
  const isDense = length >= SHORTEST && changes >= length * DENSE_CHANGES;
  const perCharacter = digits >= length * HEX_DIGITS ? HEX_TOKENS : BASE64_TOKENS;
  return { end, denseTokens: isDense ? length * perCharacter : undefined };
}

/** `+`, `-`, `/`, `=` and `_`. */
function isBase64Sign(code: number): boolean {
  return code === 0x2b || code === 0x2d || code === 0x2f || code === 0x3d || code === 0x5f;
}
