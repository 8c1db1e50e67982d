import type { EngineOptions } from '../engine/engine-options.ts';
import { foldToLine, padToColumns } from '../render/fold-line.ts';
import { formatBytes } from '../render/format-amounts.ts';
import { sessionPlace } from '../sessions/find-session.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The Swedish format is `2026-01-31 09:30`. */
const localTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** The options of `ctx sessions`. */
export interface SessionsOptions extends EngineOptions {
  readonly json?: boolean | undefined;
}

/** Lists the sessions of this folder, the most recently written first. */
export async function sessions(terminal: Terminal, { json = false, ...engine }: SessionsOptions): Promise<number> {
  const { catalog, name } = await sessionPlace(engine);
  const found = await catalog.list();
  if (json) {
    for (const session of found) terminal.write(`${safeJson(session)}\n`);
    return EXIT.done;
  }
  if (found.length === 0) terminal.complain(`No sessions in ${name} yet. Start one: ctx run "…"`);
  const { colors } = terminal;
  for (const { sessionId, team = '', bytes = 0, updatedAt, firstMessage = '' } of found) {
    const when = localTime.format(updatedAt);
    const facts = `${when}  ${formatBytes(bytes).padStart(7)}  ${padToColumns(foldToLine(team, 12), 12)}`;
    const room = Math.max(10, Math.min(terminal.columns(), 160) - sessionId.length - facts.length - 5);
    terminal.write(`${colors.bold(sessionId)}  ${colors.dim(facts)}  ${foldToLine(firstMessage, room)}\n`);
  }
  return EXIT.done;
}
