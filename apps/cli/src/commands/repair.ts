import { repairSession } from '@ctx/team';
import { formatCount } from '../render/format-amounts.ts';
import { findSessionFile, nameOf, openSession } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Copies the undamaged records of a session into a new one. The damaged session is not changed. */
export async function repair(terminal: Terminal, session: string): Promise<number> {
  const found = await findSessionFile(session);
  const { sessionId, directory } = found;
  const store = await openSession(found);
  await store.close();
  if (store.damage === undefined) {
    terminal.write(`Nothing is damaged in session ${nameOf(found)}.\n`);
    return EXIT.done;
  }
  const repaired = await repairSession(sessionId, { directory, key: await ownSessionKey(terminal) });
  for (const line of repaired.damage) terminal.write(`${safeLine(line)}\n`);
  const name = nameOf({ sessionId: repaired.sessionId, directory });
  terminal.write(`Copied ${formatCount(repaired.records, 'undamaged record')} into the new session ${name}\n`);
  // Without the name of its team, a resume cannot check that it is the same team.
  const isTeamLost = repaired.team === undefined;
  if (isTeamLost) {
    terminal.write('Which team it belongs to was in the damaged part: name the team file to continue.\n');
  }
  const team = isTeamLost ? '-t FILE ' : '';
  terminal.write(`Read it: ${ownCommand()} show ${name}. Continue it: ${ownCommand()} resume ${team}${name} "…"\n`);
  return EXIT.done;
}
