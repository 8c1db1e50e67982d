import stringWidth from 'string-width';
import { graphemesOf, graphemeWidth } from '../render/graphemes.ts';
import { safeText } from '../terminal/safe-text.ts';
import type { Draft } from './line-editor.ts';
import { describePaste } from './pasted-text.ts';

/** A draft as it is drawn. */
export interface DrawnInput {
  readonly rows: readonly string[];
  /** Both count from 0. */
  readonly cursor: { readonly row: number; readonly column: number };
}

/** How a draft is drawn. */
export interface DrawInputOptions {
  /** In front of the first row, safe to print. */
  readonly prompt: string;
  readonly columns: number;
  /** More rows than this are not shown; those around the cursor are. */
  readonly maxRows: number;
}

const TAB = '    ';

/** The rows of a text that is being typed, and where its cursor is. */
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
      // The last column stays free, for the cursor and for terminals that break lines early.
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
