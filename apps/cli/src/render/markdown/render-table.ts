import type { Tokens } from 'marked';
import stringWidth from 'string-width';
import type { Colors } from '../../terminal/terminal.ts';
import { padToColumns } from '../fold-line.ts';
import { inlineRuns } from './inline-runs.ts';
import { type Run, wrapRuns } from './wrap-runs.ts';

const BETWEEN = '  ';
/** A column is not made narrower than this. */
const NARROWEST_COLUMN = 10;

/** Renders a table as lines of at most `columns` columns, or as a list of its rows if that is too narrow. */
export function renderTable({ header, rows, align }: Tokens.Table, columns: number, colors: Colors): string[] {
  const toRuns = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => inlineRuns(tokens, colors));
  const heads = header.map(({ tokens }) => inlineRuns(tokens, colors, colors.bold));
  const body = rows.map(toRuns);
  const widths = fitWidths(widestOf([heads, ...body]), columns - 1 - BETWEEN.length * (header.length - 1));
  if (widths === undefined) return renderAsList(header, body, columns, colors);
  const line = (cells: readonly Run[][]) => renderRow(cells, widths, align);
  const rule = colors.dim(widths.map((width) => '─'.repeat(width)).join(BETWEEN));
  return [...line(heads), rule, ...body.flatMap(line)];
}

function renderRow(cells: readonly Run[][], widths: readonly number[], align: Tokens.Table['align']): string[] {
  // The wrapper keeps the last column free, which a cell does not need.
  const wrapped = cells.map((cell, index) => wrapRuns(cell, widths[index]! + 1));
  const height = wrapped.reduce((most, { length }) => Math.max(most, length), 1);
  return Array.from({ length: height }, (_, row) =>
    wrapped
      .map((lines, index) => {
        const text = lines[row] ?? '';
        const width = widths[index]!;
        return align[index] === 'right' ? ' '.repeat(width - stringWidth(text)) + text : padToColumns(text, width);
      })
      .join(BETWEEN)
      .trimEnd(),
  );
}

function widestOf(rows: readonly (readonly Run[][])[]): number[] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, index) =>
    rows.reduce(
      (widest, cells) => Math.max(widest, stringWidth((cells[index] ?? []).map(({ text }) => text).join(''))),
      1,
    ),
  );
}

// Makes the widest column narrower until all fit. Returns undefined if they cannot.
function fitWidths(wanted: readonly number[], room: number): number[] | undefined {
  const widths = [...wanted];
  for (let sum = widths.reduce((a, b) => a + b, 0); sum > room; sum--) {
    const widest = widths.indexOf(widths.reduce((most, width) => Math.max(most, width)));
    if (widths[widest]! <= NARROWEST_COLUMN) return undefined;
    widths[widest]! -= 1;
  }
  return widths;
}

function renderAsList(
  header: readonly Tokens.TableCell[],
  rows: readonly (readonly Run[][])[],
  columns: number,
  colors: Colors,
): string[] {
  return rows.flatMap((cells, row) => [
    ...(row === 0 ? [] : ['']),
    ...cells.flatMap((cell, index) =>
      wrapRuns([{ text: `${header[index]?.text ?? ''}: `, paint: colors.bold }, ...cell], columns),
    ),
  ]);
}
