/** A line of a text. It ends at LF, CR LF, CR, U+2028 or U+2029. */
export interface Line {
  readonly start: number;
  /** Without what ends it, so that all white space in it is blanks. */
  readonly text: string;
  /** Where the next line begins, or the end of the text. */
  readonly next: number;
}

/** The lines of a text from the index on that one begins at. A text that ends in a newline has an empty last line. */
export function* linesOf(text: string, from = 0): Generator<Line> {
  const lineEnd = /\r\n|[\n\r\u2028\u2029]/g;
  let start = from;
  lineEnd.lastIndex = start;
  for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
    yield { start, text: text.slice(start, end.index), next: lineEnd.lastIndex };
    start = lineEnd.lastIndex;
  }
  yield { start, text: text.slice(start), next: text.length };
}
