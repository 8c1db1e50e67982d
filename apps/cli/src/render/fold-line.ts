import stringWidth from 'string-width';
import { safeLine } from '../terminal/safe-text.ts';
import { graphemesOf, graphemeWidth } from './graphemes.ts';

/** Puts a text on one line of at most `columns` columns; `…` replaces the rest. Safe to print. */
export function foldToLine(text: string, columns: number): string {
  // A tool's input may be megabytes, and no line shows more than this.
  const line = safeLine(text.slice(0, 4_000));
  if (stringWidth(line) <= columns) return line;
  let width = 0;
  let folded = '';
  for (const segment of graphemesOf(line)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    folded += segment;
  }
  return `${folded.trimEnd()}…`;
}

/** Pads a text with blanks to that many columns. */
export function padToColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}

/** Cuts a line of code to at most `columns` columns. Blanks are kept; a tab becomes four of them. */
export function cutToColumns(line: string, columns: number): string {
  const text = line.slice(0, 4_000).replaceAll('\t', '    ');
  if (stringWidth(text) <= columns) return text;
  let width = 0;
  let cut = '';
  for (const segment of graphemesOf(text)) {
    width += graphemeWidth(segment);
    if (width >= columns) break;
    cut += segment;
  }
  return `${cut}…`;
}
