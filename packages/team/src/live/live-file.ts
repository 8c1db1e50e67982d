import { readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sessionPath } from '../session/file-store.ts';

/**
 * What a running turn has said so far lies beside the log until its end is in the log: one file a turn, only its owner's,
 * a line of JSON a piece. So another process can show a turn while it runs; nothing is ever restored from it.
 */
export type LivePiece =
  | { readonly type: 'text'; readonly text: string }
  /** A tool was called: its name and what it was called with, on one line. */
  | { readonly type: 'tool'; readonly tool: string; readonly line: string }
  /** The file is full: what follows is only in the answer. */
  | { readonly type: 'full' };

/** More than that is not kept of a turn: its answer will be in the log. */
export const MAX_LIVE_BYTES = 1_000_000;

const TURN_ID = /^[\w-]{1,60}$/;

/** Where the pieces of a turn are; undefined for a turn whose id is not one of ours. */
export function livePath(sessionId: string, turn: string, directory?: string): string | undefined {
  return TURN_ID.test(turn) ? `${sessionPath(sessionId, directory)}.live-${turn}` : undefined;
}

/** The turns of a session that have such a file, with its path: those that run, and those whose process was killed. */
export async function listLive(sessionId: string, directory?: string): Promise<ReadonlyMap<string, string>> {
  const path = sessionPath(sessionId, directory);
  const prefix = `${basename(path)}.live-`;
  const names = await readdir(dirname(path)).catch(() => []);
  const found = names.filter((name) => name.startsWith(prefix) && TURN_ID.test(name.slice(prefix.length)));
  return new Map(found.map((name) => [name.slice(prefix.length), join(dirname(path), name)]));
}

/** Takes away what killed processes left. For the one who writes the session. */
export async function clearLive(sessionId: string, directory?: string): Promise<void> {
  for (const path of (await listLive(sessionId, directory)).values()) await unlink(path).catch(() => {});
}
