import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SessionCatalog, SessionStore } from '@ctx/contract';
import { createFileCatalog, sessionPath } from '@ctx/team';
import { sessionsDirectory } from '../conversation/project-folder.ts';
import { type EngineOptions, engineAddress } from '../engine/engine-options.ts';
import { type Engine, openEngine } from '../engine/open-engine.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** A session and where it is kept. */
export interface FoundSession {
  readonly sessionId: string;
  readonly directory: string;
  /** The engine, if the session is in a database instead of the folder. */
  readonly engine?: Engine | undefined;
}

/** How to name a session on the command line: its id, or the path of its log if that is in another folder. */
export function nameOf({ sessionId, directory, engine }: FoundSession): string {
  return engine !== undefined || directory === sessionsDirectory()
    ? sessionId
    : quoteForShell(sessionPath(sessionId, directory));
}

/** Returns the catalog that a session is in. */
export function catalogOf({ directory, engine }: Pick<FoundSession, 'directory' | 'engine'>): SessionCatalog {
  if (engine === undefined) return createFileCatalog({ directory });
  return engine.store.createPostgresCatalog({ database: engine.database });
}

/** Opens a session for reading and following. */
export function openSession(found: FoundSession): Promise<SessionStore> {
  return catalogOf(found).open(found.sessionId);
}

/** The sessions of this folder or of an engine. */
export interface SessionPlace {
  /** The session files of this folder. */
  readonly directory: string;
  /** The sessions to look in: those of the engine, if there is one. */
  readonly catalog: SessionCatalog;
  /** The name of the place in messages: a folder, or an address without its password. */
  readonly name: string;
  readonly engine?: Engine | undefined;
}

/** Returns where to look for sessions: the engine from the options or the environment, else this folder. */
export async function sessionPlace(options: EngineOptions = {}): Promise<SessionPlace> {
  const address = engineAddress(options);
  return placeOf(address && (await openEngine(address)));
}

function placeOf(engine?: Engine): SessionPlace {
  const directory = sessionsDirectory();
  return { directory, catalog: catalogOf({ directory, engine }), name: engine?.name ?? directory, engine };
}

/**
 * Finds a session by its id, the beginning of its id, `last`, or the path of its log.
 * @throws UsageError if there is none, or more than one.
 */
export async function findSession(wanted: string, options: EngineOptions = {}): Promise<FoundSession> {
  return wanted.endsWith('.jsonl') ? sessionAt(wanted) : findIn(await sessionPlace(options), wanted);
}

/**
 * Does the same, but looks only at session files: for commands that do not work with an engine.
 * @throws UsageError if there is none, or more than one.
 */
export async function findSessionFile(wanted: string): Promise<FoundSession> {
  return wanted.endsWith('.jsonl') ? sessionAt(wanted) : findIn(placeOf(), wanted);
}

async function findIn({ directory, catalog, name, engine }: SessionPlace, wanted: string): Promise<FoundSession> {
  // The list leaves out logs that cannot be read. A full id finds them, so that the reader of the log can say why.
  if (engine === undefined && isSessionFile(wanted, directory)) return { sessionId: wanted, directory };
  // Listing all sessions would open every log.
  const [latest] = await catalog.list({ limit: 1 });
  if (latest === undefined) {
    const ctx = ownCommand();
    throw new UsageError(`There are no sessions in ${name}. Start one: ${ctx} demo, ${ctx} run or ${ctx} chat.`);
  }
  if (wanted === 'last') return { sessionId: latest.sessionId, directory, engine };
  const matching = await catalog.list({ idPrefix: wanted });
  if (matching.length === 1) return { sessionId: matching[0]!.sessionId, directory, engine };
  if (matching.length > 1) {
    throw new UsageError(`${matching.length} sessions begin with "${wanted}". Write more of the id. ${seeSessions()}`);
  }
  const resume = `Name the session before the message: ${ownCommand()} resume last "…"`;
  throw new UsageError(`No session is called "${wanted}". ${/\s/.test(wanted) ? resume : seeSessions()}`);
}

function seeSessions(): string {
  return `See: ${ownCommand()} sessions`;
}

function sessionAt(path: string): FoundSession {
  const found = { sessionId: basename(path, '.jsonl'), directory: dirname(path) };
  if (isSessionFile(found.sessionId, found.directory)) return found;
  if (existsSync(path)) throw new UsageError(`${path} is not named like a session log. It was not touched.`);
  throw new UsageError(`There is no file ${path}. ${seeSessions()}`);
}

function isSessionFile(sessionId: string, directory: string): boolean {
  try {
    return existsSync(sessionPath(sessionId, directory));
  } catch {
    // `sessionPath` throws for a text that is not an id.
    return false;
  }
}
