import { printHistory } from '../render/print-history.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { sayDamage } from '../sessions/say-damage.ts';
import { readHistory } from '../sessions/session-history.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `ctx show` takes. */
export interface ShowOptions {
  readonly json?: boolean | undefined;
}

/** Prints a session; as JSON, the records of its log. */
export async function show(terminal: Terminal, session: string, { json = false }: ShowOptions): Promise<number> {
  const found = await findSession(session);
  const history = await readHistory(found);
  if (json) for (const record of history.records) terminal.write(`${safeJson(record)}\n`);
  else printHistory(history, terminal);
  return sayDamage(terminal, history, nameOf(found));
}
