import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireNoMore } from '@ctx/contract';
import { sessionPath } from '../session/file-store.ts';
import { openLogFile } from '../session/open-log-file.ts';
import { watchFolder } from '../session/watch-folder.ts';
import type { LiveOptions } from './live-executor.ts';
import { type LivePiece, listLive, MAX_LIVE_BYTES } from './live-file.ts';

/** New pieces of a running turn, or `gone` when the turn's file was removed. */
export interface LiveNews {
  readonly turn: string;
  /** True when `pieces` begin at the start of the turn: forget all earlier pieces of it. */
  readonly isFromStart: boolean;
  readonly pieces: readonly LivePiece[];
  readonly gone?: boolean | undefined;
}

/** Every write is a change, so wait this long and read several at once. */
const PAUSE_MS = 60;

interface Tail {
  readonly handle: FileHandle;
  readonly inode: number;
  offset: number;
  /** The beginning of a line whose end has not been read yet. */
  rest: string;
  readonly decoder: StringDecoder;
}

/**
 * Follows what the running turns of a session say, in any process on this machine, until `signal` is aborted. A turn
 * whose process was killed looks as if it were still running; only the log shows that it is not.
 * @throws TypeError for an unknown option.
 */
export async function* followLive(
  sessionId: string,
  signal: AbortSignal,
  { directory, ...unknown }: LiveOptions = {},
): AsyncGenerator<LiveNews, void> {
  requireNoMore(unknown satisfies Record<string, never>);
  const tails = new Map<string, Tail>();
  const changes = watchFolder(dirname(sessionPath(sessionId, directory)), signal);
  try {
    while (!signal.aborted) {
      const files = await listLive(sessionId, directory);
      for (const [turn, tail] of tails) {
        if (files.has(turn)) continue;
        tails.delete(turn);
        await tail.handle.close();
        yield { turn, isFromStart: false, pieces: [], gone: true };
      }
      for (const [turn, path] of files) {
        const isFromStart = await openTail(tails, turn, path);
        const tail = tails.get(turn);
        const pieces = tail === undefined ? [] : await readNew(tail);
        if (isFromStart || pieces.length > 0) yield { turn, isFromStart, pieces };
      }
      await changes.next();
      if (!signal.aborted) await sleep(PAUSE_MS);
    }
  } finally {
    changes.close();
    for (const { handle } of tails.values()) await handle.close();
  }
}

// Returns true for a file that is read from its start: a new one, or a turn that began again under the same name.
async function openTail(tails: Map<string, Tail>, turn: string, path: string): Promise<boolean> {
  try {
    const { handle } = await openLogFile(path, 'read');
    const { ino } = await handle.stat();
    const known = tails.get(turn);
    if (known?.inode === ino) {
      await handle.close();
      return false;
    }
    await known?.handle.close();
    tails.set(turn, { handle, inode: ino, offset: 0, rest: '', decoder: new StringDecoder('utf8') });
    return true;
  } catch {
    return false;
  }
}

async function readNew(tail: Tail): Promise<LivePiece[]> {
  const buffer = Buffer.alloc(64 * 1024);
  const pieces: LivePiece[] = [];
  // The writer stops at MAX_LIVE_BYTES. A file that another program wrote may be longer, so reading stops too.
  while (tail.offset < MAX_LIVE_BYTES * 2) {
    const { bytesRead } = await tail.handle.read(buffer, 0, buffer.length, tail.offset).catch(() => ({ bytesRead: 0 }));
    if (bytesRead === 0) break;
    tail.offset += bytesRead;
    const lines = (tail.rest + tail.decoder.write(buffer.subarray(0, bytesRead))).split('\n');
    tail.rest = lines.pop()!;
    for (const line of lines) pieces.push(...readPiece(line));
  }
  return pieces;
}

function readPiece(line: string): LivePiece[] {
  try {
    const { type, text, tool, line: detail } = JSON.parse(line) as Record<string, unknown>;
    if (type === 'text' && typeof text === 'string') return [{ type, text }];
    if (type === 'full') return [{ type }];
    const isTool = type === 'tool' && typeof tool === 'string' && typeof detail === 'string';
    return isTool ? [{ type, tool, line: detail }] : [];
  } catch {
    return [];
  }
}
