/** The kinds of characters that tokenizers treat differently. */
export const LOWER = 0;
export const UPPER = 1;
export const DIGIT = 2;
/** White space within a line. */
export const BLANK = 3;
export const NEWLINE = 4;
/** Any other ASCII character. */
export const SYMBOL = 5;
/** Any character outside ASCII. */
export const WIDE = 6;

/** One of the kinds above. */
export type CharacterKind =
  | typeof LOWER
  | typeof UPPER
  | typeof DIGIT
  | typeof BLANK
  | typeof NEWLINE
  | typeof SYMBOL
  | typeof WIDE;

/** The kinds of the ASCII characters, by their code. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(String.fromCharCode(code)));

function asciiKind(character: string): CharacterKind {
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[\r\n]/.test(character)) return NEWLINE;
  return /\s/.test(character) ? BLANK : SYMBOL;
}

/** The kind of the UTF-16 code unit at `at`. `undefined` after the end of the text. */
export function kindAt(text: string, at: number): CharacterKind | undefined {
  if (at >= text.length) return undefined;
  const code = text.charCodeAt(at);
  return code < 128 ? (ASCII[code] as CharacterKind) : WIDE;
}

/** The end of the run of characters of this kind that starts at `at`. */
export function endOfKind(text: string, at: number, kind: CharacterKind): number {
  let end = at;
  while (kindAt(text, end) === kind) end += 1;
  return end;
}
