import stringWidth from 'string-width';
import type { Colors } from '../terminal/terminal.ts';
import { cutToColumns, foldToLine } from './fold-line.ts';
import { formatDuration, formatTokens } from './format-amounts.ts';
import type { MemberStyles } from './member-styles.ts';
import type { TurnView } from './turn-view.ts';

/** How to show the agents that are working. */
export interface AgentRowsOptions {
  readonly columns: number;
  readonly maxRows: number;
  /** A counter that moves the spinner. */
  readonly frame: number;
  /** The turn whose answer is printed right above. Its pending text comes before its status line, that of others after. */
  readonly current?: string | undefined;
  readonly styles: MemberStyles;
  readonly colors: Colors;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const MAX_PENDING_ROWS = 10;
const MAX_PENDING_ROWS_OF_SEVERAL = 3;

/** Returns for each working agent a status line, and the end of its answer that is not printed yet. */
export function agentRows(turns: readonly TurnView[], options: AgentRowsOptions): string[] {
  const { columns, maxRows, colors, current } = options;
  const shown = turns.slice(0, Math.max(1, maxRows - 1));
  const room = Math.floor((maxRows - shown.length) / Math.max(1, shown.length));
  const most = Math.max(0, Math.min(room, turns.length === 1 ? MAX_PENDING_ROWS : MAX_PENDING_ROWS_OF_SEVERAL));
  const rows = [
    ...shown
      .filter(({ turn }) => turn === current)
      .flatMap((view) => [...pendingRows(view, most, columns), statusRow(view, options)]),
    ...shown
      .filter(({ turn }) => turn !== current)
      .flatMap((view) => [statusRow(view, options), ...pendingRows(view, most, columns)]),
  ];
  const hidden = turns.length - shown.length;
  return hidden === 0 ? rows : [...rows, colors.dim(`  and ${hidden} more at the same time`)];
}

function pendingRows(turn: TurnView, most: number, columns: number): string[] {
  if (most === 0) return [];
  // Rendered lines fit the screen and may have colours; a line of code has none, and may be too long.
  const lines = turn.pending();
  return lines
    .slice(Math.max(lines[0] === '' ? 1 : 0, lines.length - most))
    .map((line) => (stringWidth(line) < columns && !line.includes('\t') ? line : cutToColumns(line, columns - 1)));
}

function statusRow(turn: TurnView, { columns, frame, styles, colors }: AgentRowsOptions): string {
  const name = styles.name(turn.member);
  const tokens = turn.tokens();
  const facts = [
    formatDuration(performance.now() - turn.startedAt),
    ...(tokens === undefined ? [] : [formatTokens(tokens)]),
  ].join(' · ');
  const sign = FRAMES[frame % FRAMES.length]!;
  const room = columns - 1 - stringWidth(`${sign} ${name}  ${facts} · `) - 2;
  const doing = room < 8 ? '' : ` · ${foldToLine(turn.doing(), room)}`;
  const who = styles.paint(turn.member, `${sign} ${foldToLine(name, Math.max(4, columns - 24))}`);
  return `  ${who}  ${colors.dim(facts + doing)}`;
}
