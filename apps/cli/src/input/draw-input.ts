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
  let place = { row: 0, column: width };

  function newRow(): void {
    rows.push(indent);
    width = indent.length;
  }

  function put(shown: string): void {
    for (const part of graphemesOf(shown)) {
      // The last column stays free for the cursor, and because some terminals wrap as soon as it is filled.
      if (width + graphemeWidth(part) >= columns) newRow();
      rows[rows.length - 1] += part;
      width += graphemeWidth(part);
    }
  }

  for (const grapheme of graphemesOf(text)) {
    if (at === cursor) place = { row: rows.length - 1, column: width };
    at += grapheme.length;
    const pasted = pastes.get(grapheme);
    if (grapheme === '\n') newRow();
    else put(pasted === undefined ? visible(grapheme) : describePaste(pasted));
  }
  if (at === cursor) place = { row: rows.length - 1, column: width };
  const first = Math.max(0, Math.min(place.row - Math.floor(maxRows / 2), rows.length - maxRows));
  return {
    rows: rows.slice(first, first + maxRows),
    cursor: { row: place.row - first, column: place.column },
  };
}

function visible(grapheme: string): string {
  return grapheme === '\t' ? TAB : safeText(grapheme);
}
