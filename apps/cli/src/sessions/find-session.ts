import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SessionSummary } from '@ctx/contract';
import { createFileCatalog, DEFAULT_SESSIONS_DIRECTORY } from '@ctx/team';
import { UsageError } from '../terminal/usage-error.ts';

/** Where a session is. */
export interface FoundSession {
  readonly sessionId: string;
  readonly directory: string;
}

/** The sessions of this folder in which something was said, the one written last first. */
export async function listBegunSessions(): Promise<readonly SessionSummary[]> {
  return createFileCatalog({ directory: DEFAULT_SESSIONS_DIRECTORY }).list();
}

/**
 * The session somebody means: its id, the beginning of its id, `last`, or the path of its file.
 * @throws UsageError when there is none, or more than one.
 */
export async function findSession(wanted: string): Promise<FoundSession> {
  if (wanted.endsWith('.jsonl')) {
    // Opening it to write would make an empty one.
    if (!existsSync(wanted)) throw new UsageError(`There is no file ${wanted}. See: ctx sessions`);
    return { sessionId: basename(wanted, '.jsonl'), directory: dirname(wanted) };
  }
  const directory = DEFAULT_SESSIONS_DIRECTORY;
  const sessions = await listBegunSessions();
  const [latest] = sessions;
  if (latest === undefined) {
    throw new UsageError(`There are no sessions in ${directory}. Start one: ctx demo, ctx run or ctx chat.`);
  }
  if (wanted === 'last') return { sessionId: latest.sessionId, directory };
  const exact = sessions.find(({ sessionId }) => sessionId === wanted);
  const matching = exact === undefined ? sessions.filter(({ sessionId }) => sessionId.startsWith(wanted)) : [exact];
  if (matching.length === 1) return { sessionId: matching[0]!.sessionId, directory };
  if (matching.length > 1) {
    throw new UsageError(`${matching.length} sessions begin with "${wanted}". Write more of the id; see: ctx sessions`);
  }
  const advice = /\s/.test(wanted) ? 'Name the session before the message: ctx resume last "…"' : 'See: ctx sessions';
  throw new UsageError(`No session is called "${wanted}". ${advice}`);
}
