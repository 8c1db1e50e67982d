import stringWidth from 'string-width';
import type { Terminal } from './terminal.ts';

/** The content of the rows at the bottom of the screen. */
export interface AreaContent {
  /** One screen row each, narrower than the screen. */
  readonly rows: readonly string[];
  /** Where the person types; missing if there is no input line. Both count from 0. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

/** Rows at the bottom of the screen that stay there while text is printed above them. */
export interface LiveArea {
  /** Prints above the area with the next `show` or `hide`. An incomplete line waits for its line end. */
  write(text: string): void;
  /** Draws the area again. */
  show(content: AreaContent): void;
  /** Removes the area, so that something else can print; `show` brings it back. */
  hide(): void;
}

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_BELOW = '\u001b[J';
const CLEAR_ROW = '\u001b[2K';
// Terminals that know this mode draw everything between the two at once; others ignore it.
const BEGIN_FRAME = '\u001b[?2026h';
const END_FRAME = '\u001b[?2026l';
// Terminals disagree on the width of some emoji: a row that turns out too long must not wrap.
const WRAP_OFF = '\u001b[?7l';
const WRAP_ON = '\u001b[?7h';
const EMPTY: AreaContent = { rows: [] };

/**
 * Creates the area of a terminal. It only moves the cursor relatively, so its place on the screen need not be known. After
 * a resize the terminal has wrapped the drawn rows again, so they are measured with the current width.
 */
export function createLiveArea(terminal: Pick<Terminal, 'write' | 'columns'>): LiveArea {
  let drawn = EMPTY;
  let above = '';

  function toTop(): string {
    const { row, column } = cursorOf(drawn);
    const columns = terminal.columns();
    const rowsAbove = drawn.rows.slice(0, row).reduce((sum, text) => sum + rowsOf(stringWidth(text), columns), 0);
    return `${up(rowsAbove + Math.floor(column / columns))}\r`;
  }

  // Starts at the top of the area. Writes only rows that differ from `before`.
  function draw(content: AreaContent, before: readonly string[]): string {
    const { rows } = content;
    const lines = rows.map((row, index) => (row === before[index] ? '' : `${CLEAR_ROW}${row}`)).join('\r\n');
    const { row, column } = cursorOf(content);
    const back = `${up(Math.max(0, rows.length - 1 - row))}\r${right(column)}`;
    const cursor = content.cursor === undefined ? '' : SHOW_CURSOR;
    return `${WRAP_OFF}${lines}${WRAP_ON}${clearOldRows(rows.length, before.length)}${back}${cursor}`;
  }

  function frame(text: string): void {
    terminal.write(`${BEGIN_FRAME}${HIDE_CURSOR}${text}${END_FRAME}`);
  }

  let width = terminal.columns();
  return {
    write(text) {
      above += text;
    },
    show(content) {
      const end = above.lastIndexOf('\n') + 1;
      const isClear = end > 0 || width !== terminal.columns();
      if (!isClear && isSame(drawn, content)) return;
      const clear = isClear ? CLEAR_BELOW : '';
      const rowsLeft = isClear ? [] : drawn.rows;
      frame(`${toTop()}${clear}${above.slice(0, end)}${draw(content, rowsLeft)}`);
      above = above.slice(end);
      drawn = content;
      width = terminal.columns();
    },
    hide() {
      const lines = above === '' || above.endsWith('\n') ? above : `${above}\n`;
      if (drawn.rows.length > 0) terminal.write(`${toTop()}${CLEAR_BELOW}${lines}${SHOW_CURSOR}`);
      else if (lines !== '') terminal.write(lines);
      drawn = EMPTY;
      above = '';
    },
  };
}

// Without an input line, the cursor stays in the last row.
function cursorOf({ rows, cursor }: AreaContent): { readonly row: number; readonly column: number } {
  return cursor ?? { row: Math.max(0, rows.length - 1), column: 0 };
}

function rowsOf(width: number, columns: number): number {
  return Math.max(1, Math.ceil(width / columns));
}

// Clears the old rows below the last new one. The cursor stays in that row.
function clearOldRows(count: number, countBefore: number): string {
  if (count >= countBefore) return '';
  return count === 0 ? CLEAR_BELOW : `\r\n${CLEAR_BELOW}${up(1)}`;
}

function up(count: number): string {
  return count === 0 ? '' : `\u001b[${count}A`;
}

function right(count: number): string {
  return count === 0 ? '' : `\u001b[${count}C`;
}

function isSame(some: AreaContent, others: AreaContent): boolean {
  return (
    some.rows.length === others.rows.length &&
    some.rows.every((row, index) => row === others.rows[index]) &&
    some.cursor?.row === others.cursor?.row &&
    some.cursor?.column === others.cursor?.column
  );
}
