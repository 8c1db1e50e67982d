import stringWidth from 'string-width';
import { safeLine } from '../terminal/safe-text.ts';
import { graphemesOf, graphemeWidth } from './graphemes.ts';

/** No line shows more characters than this, and a tool's input may be megabytes. */
const MAX_CHARACTERS = 4_000;

/** Puts a text on one line of at most `columns` columns; `…` replaces the rest. Safe to print. */
export function foldToLine(text: string, columns: number): string {
  const line = safeLine(text.slice(0, MAX_CHARACTERS));
  return stringWidth(line) <= columns ? line : `${beginningOf(line, columns - 1).trimEnd()}…`;
}

/** Pads a text with blanks to that many columns. */
export function padToColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}

/** Cuts a line of code to at most `columns` columns. Blanks are kept; a tab becomes four of them. */
export function cutToColumns(line: string, columns: number): string {
  const text = line.slice(0, MAX_CHARACTERS).replaceAll('\t', '    ');
  return stringWidth(text) <= columns ? text : `${beginningOf(text, columns - 1)}…`;
}

function beginningOf(text: string, columns: number): string {
  let width = 0;
  let beginning = '';
  for (const grapheme of graphemesOf(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns) break;
    beginning += grapheme;
  }
  return beginning;
}
