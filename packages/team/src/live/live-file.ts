import { readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sessionPath } from '../session/file-store.ts';

/**
 * One line of a live file. While a turn runs, its text and tool calls so far are in a file beside the log, one JSON
 * object per line, readable only by its owner. Other processes can show the turn from it; a resume never reads it.
 */
export type LivePiece =
  | { readonly type: 'text'; readonly text: string }
  /** A tool call: the tool's name and its input in one line. */
  | { readonly type: 'tool'; readonly tool: string; readonly line: string }
  /** The file is full. The rest of the text will only be in the answer. */
  | { readonly type: 'full' };

/** Most bytes in the file of one turn. The complete answer will be in the log. */
export const MAX_LIVE_BYTES = 1_000_000;

const TURN_ID = /^[\w-]{1,60}$/;

/** Path of the live file of a turn; `undefined` for an id that ctx would not make. */
export function livePath(sessionId: string, turn: string, directory?: string): string | undefined {
  return TURN_ID.test(turn) ? `${sessionPath(sessionId, directory)}.live-${turn}` : undefined;
}

/** Paths of the live files of a session, by turn: running turns, and turns whose process was killed. */
export async function listLive(sessionId: string, directory?: string): Promise<ReadonlyMap<string, string>> {
  const path = sessionPath(sessionId, directory);
  const prefix = `${basename(path)}.live-`;
  const names = await readdir(dirname(path)).catch(() => []);
  const found = names.filter((name) => name.startsWith(prefix) && TURN_ID.test(name.slice(prefix.length)));
  return new Map(found.map((name) => [name.slice(prefix.length), join(dirname(path), name)]));
}

/** Removes live files that killed processes left behind. Only the process that writes the session may call it. */
export async function clearLive(sessionId: string, directory?: string): Promise<void> {
  for (const path of (await listLive(sessionId, directory)).values()) await unlink(path).catch(() => {});
}
