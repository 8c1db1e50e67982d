import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SessionCatalog } from '@ctx/contract';
import { createFileCatalog, sessionPath } from '@ctx/team';
import { sessionsDirectory } from '../conversation/project-folder.ts';
import { type EngineOptions, engineAddress } from '../engine/engine-options.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** Where a session is. */
export interface FoundSession {
  readonly sessionId: string;
  readonly directory: string;
  /** Where it is in a database instead of the folder. */
  readonly engine?: Engine | undefined;
}

/** What to type to name a session that was found: its id, or the path of its log elsewhere. */
export function nameOf({ sessionId, directory, engine }: FoundSession): string {
  return engine !== undefined || directory === sessionsDirectory()
    ? sessionId
    : quoteForShell(sessionPath(sessionId, directory));
}

/** The sessions of this folder, or of an engine, and where they are. */
export interface SessionPlace {
  readonly catalog: SessionCatalog;
  /** What the place is called in a sentence: a folder, or an address without its password. */
  readonly name: string;
  readonly engine?: Engine | undefined;
}

/** Where sessions are looked for: in the engine that was asked for, else in this folder. */
export async function sessionPlace(options: EngineOptions = {}): Promise<SessionPlace> {
  const address = engineAddress(options);
  if (address === undefined) {
    const directory = sessionsDirectory();
    return { catalog: createFileCatalog({ directory }), name: directory };
  }
  const engine = await openEngine(address);
  return { catalog: engine.store.createPostgresCatalog(engine), name: engine.name, engine };
}

/**
 * The session somebody means: its id, the beginning of its id, `last`, or the path of its file.
 * @throws UsageError when there is none, or more than one.
 */
export async function findSession(wanted: string, options: EngineOptions = {}): Promise<FoundSession> {
  if (wanted.endsWith('.jsonl')) return sessionAt(wanted);
  const directory = sessionsDirectory();
  const { catalog, name, engine } = await sessionPlace(options);
  // A log that cannot be read is not in the list; whoever names it is told why.
  if (engine === undefined && isSessionFile(wanted, directory)) return { sessionId: wanted, directory };
  // Not the whole list: for that every log would be opened.
  const [latest] = await catalog.list({ limit: 1 });
  if (latest === undefined) {
    throw new UsageError(`There are no sessions in ${name}. Start one: ctx demo, ctx run or ctx chat.`);
  }
  if (wanted === 'last') return { sessionId: latest.sessionId, directory, engine };
  const matching = await catalog.list({ idPrefix: wanted });
  if (matching.length === 1) return { sessionId: matching[0]!.sessionId, directory, engine };
  if (matching.length > 1) {
    throw new UsageError(`${matching.length} sessions begin with "${wanted}". Write more of the id; see: ctx sessions`);
  }
  const advice = /\s/.test(wanted) ? 'Name the session before the message: ctx resume last "…"' : 'See: ctx sessions';
  throw new UsageError(`No session is called "${wanted}". ${advice}`);
}

function sessionAt(path: string): FoundSession {
  const found = { sessionId: basename(path, '.jsonl'), directory: dirname(path) };
  if (isSessionFile(found.sessionId, found.directory)) return found;
  if (existsSync(path)) throw new UsageError(`${path} is not named like a session log. It was not touched.`);
  throw new UsageError(`There is no file ${path}. See: ctx sessions`);
}

function isSessionFile(sessionId: string, directory: string): boolean {
  try {
    return existsSync(sessionPath(sessionId, directory));
  } catch {
    // Not an id.
    return false;
  }
}
