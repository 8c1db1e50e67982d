import type { EngineOptions } from '../engine/engine-options.ts';
import { sessionPlace } from '../sessions/find-session.ts';
import { sessionRows } from '../sessions/session-rows.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
  if (found.length === 0) terminal.complain(`No sessions in ${name} yet. Start one: ${ownCommand()} run "…"`);
  for (const row of sessionRows(found, terminal)) terminal.write(`${row}\n`);
  return EXIT.done;
}
