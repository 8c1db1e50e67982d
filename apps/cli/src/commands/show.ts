import { printHistory } from '../render/print-history.ts';
import { findSession } from '../sessions/find-session.ts';
import { readHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `ctx show` takes. */
export interface ShowOptions {
  readonly json?: boolean | undefined;
}

/** Prints a session; as JSON, the records of its log. */
export async function show(terminal: Terminal, session: string, { json = false }: ShowOptions): Promise<number> {
  const history = await readHistory(await findSession(session));
  if (json) for (const record of history.records) terminal.write(`${safeJson(record)}\n`);
  else printHistory(history, terminal);
  return EXIT.done;
}
