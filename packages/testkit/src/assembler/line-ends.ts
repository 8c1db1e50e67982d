const NAMES: Readonly<Record<string, string>> = {
  '\r\n': 'CR LF',
  '\n': 'LF',
  '\r': 'CR',
  '\v': 'VT',
  '\f': 'FF',
  '\u001c': 'FS',
  '\u001d': 'GS',
  '\u001e': 'RS',
  '\u0085': 'NEL',
  '\u2028': 'U+2028',
  '\u2029': 'U+2029',
};

/** Every character sequence that a reader of a prompt may treat as a line end, `CR LF` before `CR` and `LF`. */
export const LINE_ENDS: readonly string[] = Object.keys(NAMES);

/** The usual name of a line end. */
export function nameOfLineEnd(end: string): string {
  return NAMES[end] ?? 'no line end';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: FS, GS and RS are line ends
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/;

/** One line of a text and the line end after it; the last line has `''`. */
export interface Line {
  readonly text: string;
  readonly end: string;
}

/** The lines of a text. Joined with their ends, they are the text again. */
export function linesOf(text: string): Line[] {
  const pieces = text.split(new RegExp(`(${LINE_END.source})`));
  return Array.from({ length: (pieces.length + 1) / 2 }, (_, index) => ({
    text: pieces[2 * index]!,
    end: pieces[2 * index + 1] ?? '',
  }));
}

/** A text as a guarded prompt holds it: two spaces after each line end. */
export function indented(text: string): string {
  return text.replaceAll(new RegExp(LINE_END, 'g'), (end) => `${end}  `);
}

/** A name as a guarded prompt holds it: a space for each character of a line end. */
export function onOneLine(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: FS, GS and RS are line ends
  return name.replaceAll(/[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/g, ' ');
}
