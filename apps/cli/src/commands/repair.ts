import { repairSession } from '@ctx/team';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Writes a new session of what is whole in a damaged one, which stays as it is. */
export async function repair(terminal: Terminal, session: string): Promise<number> {
  const { sessionId, directory } = await findSession(session);
  const repaired = await repairSession(sessionId, { directory, key: await ownSessionKey(terminal) });
  for (const line of repaired.damage) terminal.write(`${safeLine(line)}\n`);
  const name = nameOf({ sessionId: repaired.sessionId, directory });
  terminal.write(`${repaired.records} records are whole. They are now session ${name}\n`);
  return EXIT.done;
}
