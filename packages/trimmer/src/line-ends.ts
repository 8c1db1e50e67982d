// biome-ignore lint/suspicious/noControlCharactersInRegex: FS, GS and RS are line ends
const LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g;

/** `text` with `indent` after each line end. CR LF is one line end. */
export function indentLines(text: string, indent: string): string {
  return text.replace(LINE_END, `$&${indent}`);
}

/** `text` on one line: each character of a line end becomes a space. */
export function onOneLine(text: string): string {
  return text.replace(LINE_END, (end) => ' '.repeat(end.length));
}
