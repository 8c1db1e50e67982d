import { repairSession } from '@ctx/team';
import { formatCount } from '../render/format-amounts.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Copies the undamaged records of a session into a new one. The damaged session is not changed. */
export async function repair(terminal: Terminal, session: string): Promise<number> {
  const { sessionId, directory } = await findSession(session);
  const repaired = await repairSession(sessionId, { directory, key: await ownSessionKey(terminal) });
  for (const line of repaired.damage) terminal.write(`${safeLine(line)}\n`);
  const name = nameOf({ sessionId: repaired.sessionId, directory });
  terminal.write(`Copied ${formatCount(repaired.records, 'undamaged record')} into the new session ${name}\n`);
  return EXIT.done;
}
