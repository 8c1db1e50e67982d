import type { SessionSummary } from '@ctx/contract';
import stringWidth from 'string-width';
import { foldToLine, padToColumns } from '../render/fold-line.ts';
import { formatBytes } from '../render/format-amounts.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The time of a row. The Swedish format is `2026-01-31 09:30`. */
export const localTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
const YEAR = /^\d+-/;
/** On a narrower screen, year and size are left out for more of the message. */
const WIDE = 110;
/** No row is longer, so that it can be read. */
export const WIDEST = 160;
const WIDEST_TEAM = 12;

/** Returns a row for each session: id, time of the last change, team and first message. Safe to print. */
export function sessionRows(
  found: readonly SessionSummary[],
  { colors, columns }: Pick<Terminal, 'colors' | 'columns'>,
): string[] {
  const isWide = columns() >= WIDE;
  const rows = found.map(({ sessionId, team = '', bytes = 0, updatedAt, firstMessage = '' }) => {
    const when = localTime.format(updatedAt);
    return {
      sessionId,
      when: isWide ? `${when}  ${formatBytes(bytes).padStart(7)}` : when.replace(YEAR, ''),
      team: foldToLine(team, WIDEST_TEAM),
      firstMessage,
    };
  });
  const idWidth = rows.reduce((widest, { sessionId }) => Math.max(widest, sessionId.length), 0);
  const teamWidth = rows.reduce((widest, { team }) => Math.max(widest, stringWidth(team)), 0);
  return rows.map(({ sessionId, when, team, firstMessage }) => {
    const facts = `${when}  ${padToColumns(team, teamWidth)}`;
    const room = Math.max(10, Math.min(columns(), WIDEST) - idWidth - stringWidth(facts) - 5);
    const id = colors.bold(padToColumns(sessionId, idWidth));
    return `${id}  ${colors.dim(facts)}  ${foldToLine(firstMessage, room)}`;
  });
}
