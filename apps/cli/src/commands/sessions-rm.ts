import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { createFileCatalog, type RemainingSession, remainingSessions, removeUnusedSnapshots } from '@ctx/team';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { readHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Removes sessions. All of them are looked up before the first is removed; one that is in use is not removed. Says which
 * sessions of the agents' own remain: those are the agents', and not ours to remove.
 */
export async function removeSessions(terminal: Terminal, wanted: readonly string[]): Promise<number> {
  const found = await Promise.all(wanted.map((name) => findSession(name)));
  // One may have been named twice, by its id and as the last.
  for (const session of new Map(found.map((each) => [nameOf(each), each])).values()) {
    // What cannot be read can still be removed.
    const remaining = await readHistory(session).then(
      ({ records }) => remainingSessions(records).filter(mayBeThere),
      () => [],
    );
    const catalog = createFileCatalog({ directory: session.directory });
    await catalog.remove(session.sessionId);
    await removeUnusedSnapshots(join(dirname(session.directory), 'changes'), catalog);
    terminal.write(`removed ${nameOf(session)}\n`);
    for (const { agentType, sessionId, member, home } of remaining) {
      const line = safeLine(`${agentType} ${sessionId} (${member}), below ${home}`);
      terminal.write(`${terminal.colors.dim(`  remains with its agent: ${line}`)}\n`);
    }
  }
  return EXIT.done;
}

// The demo's agents keep theirs in a folder that goes with it.
function mayBeThere({ machine, home }: RemainingSession): boolean {
  return machine !== hostname() || existsSync(home);
}
