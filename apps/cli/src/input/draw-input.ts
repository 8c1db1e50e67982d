import stringWidth from 'string-width';
import { graphemesOf, graphemeWidth } from '../render/graphemes.ts';
import { safeText } from '../terminal/safe-text.ts';
import type { Draft } from './line-editor.ts';
import { describePaste } from './pasted-text.ts';

/** The screen rows of a draft. */
export interface DrawnInput {
  readonly rows: readonly string[];
  /** Both count from 0. */
  readonly cursor: { readonly row: number; readonly column: number };
}

/** How to draw a draft. */
export interface DrawInputOptions {
  /** Stands before the first row; must be safe to print. */
  readonly prompt: string;
  readonly columns: number;
  /** If there are more rows, only those around the cursor are shown. */
  readonly maxRows: number;
}

const TAB = '    ';

/** Returns the rows of a text that is being typed, and the place of its cursor. */
export function drawInput({ text, cursor, pastes }: Draft, options: DrawInputOptions): DrawnInput {
  const { prompt, columns, maxRows } = options;
  const promptWidth = stringWidth(prompt);
  const indent = ' '.repeat(Math.min(promptWidth, Math.floor(columns / 3)));
  const rows = [prompt];
  let width = promptWidth;
  let at = 0;
  let place: DrawnInput['cursor'] | undefined;
  // Where the last word of the row begins, if a blank is before it.
  let word: { readonly index: number; readonly column: number } | undefined;

  function newRow(): void {
    rows.push(indent);
    width = indent.length;
    word = undefined;
  }

  // Moves the word that does not fit to a row of its own; a word that fills a row is cut.
  function breakRow(): void {
    const [begun, last] = [word, rows.length - 1];
    if (begun === undefined) {
      newRow();
      return;
    }
    const row = rows[last]!;
    rows[last] = row.slice(0, begun.index);
    const moved = width - begun.column;
    newRow();
    rows[last + 1] += row.slice(begun.index);
    if (place?.row === last && place.column >= begun.column) {
      place = { row: last + 1, column: width + place.column - begun.column };
    }
    width += moved;
  }

  function put(shown: string): void {
    for (const part of graphemesOf(shown)) {
      // The last column stays free for the cursor, and because some terminals wrap as soon as it is filled.
      const isFull = () => width + graphemeWidth(part) >= columns;
      // A blank that does not fit ends its row.
      if (isFull() && part === ' ') {
        word = { index: rows.at(-1)!.length, column: width };
        continue;
      }
      if (isFull()) breakRow();
      if (isFull()) newRow();
      rows[rows.length - 1] += part;
      width += graphemeWidth(part);
      if (part === ' ') word = { index: rows.at(-1)!.length, column: width };
    }
  }

  for (const grapheme of graphemesOf(text)) {
    if (at === cursor) place ??= { row: rows.length - 1, column: width };
    at += grapheme.length;
    const pasted = pastes.get(grapheme);
    if (grapheme === '\n') newRow();
    else put(pasted === undefined ? visible(grapheme) : describePaste(pasted));
  }
  place ??= { row: rows.length - 1, column: width };
  const first = Math.max(0, Math.min(place.row - Math.floor(maxRows / 2), rows.length - maxRows));
  return {
    rows: rows.slice(first, first + maxRows),
    cursor: { row: place.row - first, column: place.column },
  };
}

function visible(grapheme: string): string {
  return grapheme === '\t' ? TAB : safeText(grapheme);
}
