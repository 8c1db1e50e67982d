import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { createFileCatalog, type RemainingSession, remainingSessions, removeUnusedSnapshots } from '@ctx/team';
import { changesFolder } from '../conversation/project-folder.ts';
import { findSessionFile, nameOf } from '../sessions/find-session.ts';
import { readHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Removes sessions. All of them are looked up before the first is removed; a session in use is not removed. Prints which
 * sessions the agent CLIs still keep themselves: ctx does not remove those.
 */
export async function removeSessions(terminal: Terminal, wanted: readonly string[]): Promise<number> {
  const found = await Promise.all(wanted.map(findSessionFile));
  // The same session may be given twice, by its id and as `last`.
  for (const session of new Map(found.map((each) => [nameOf(each), each])).values()) {
    // A session that cannot be read can still be removed.
    const remaining = await readHistory(session).then(
      ({ records }) => remainingSessions(records).filter(mayExist),
      () => [],
    );
    const catalog = createFileCatalog({ directory: session.directory });
    await catalog.remove(session.sessionId);
    await removeUnusedSnapshots(changesFolder(session.directory), catalog);
    terminal.write(`Removed ${nameOf(session)}\n`);
    for (const { agentType, sessionId, member, home } of remaining) {
      const line = safeLine(`${agentType} session ${sessionId} of ${member}, under ${home}`);
      terminal.write(`${terminal.colors.dim(`  The agent's own session remains: ${line}`)}\n`);
    }
  }
  return EXIT.done;
}

// The demo's agents keep their sessions in a temporary folder, which is gone by now.
function mayExist({ machine, home }: RemainingSession): boolean {
  return machine !== hostname() || existsSync(home);
}
