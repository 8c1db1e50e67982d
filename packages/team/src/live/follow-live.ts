import { type FSWatcher, watch } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { sessionPath } from '../session/file-store.ts';
import { openLogFile } from '../session/open-log-file.ts';
import type { LiveOptions } from './live-executor.ts';
import { type LivePiece, listLive, MAX_LIVE_BYTES } from './live-file.ts';

/** Pieces of a running turn that have come, or `gone` when its file was taken away. */
export interface LiveNews {
  readonly turn: string;
  /** From its beginning: what was told of this turn before does not count. */
  readonly isFromStart: boolean;
  readonly pieces: readonly LivePiece[];
  readonly gone?: boolean | undefined;
}

/** Not every file system tells of changes; and a change tells nothing of how long to wait for the next. */
const POLL_MS = 500;
const SHORTEST_PAUSE_MS = 60;

interface Tail {
  readonly handle: FileHandle;
  readonly inode: number;
  offset: number;
  rest: string;
  readonly decoder: StringDecoder;
}

/**
 * What the running turns of a session say, from wherever they run on this machine, until `signal` is aborted. A turn whose
 * process was killed looks as if it still ran; the log knows better.
 */
export async function* followLive(
  sessionId: string,
  signal: AbortSignal,
  { directory }: LiveOptions = {},
): AsyncGenerator<LiveNews, void> {
  const tails = new Map<string, Tail>();
  const changes = createPause(dirname(sessionPath(sessionId, directory)), signal);
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
    }
  } finally {
    changes.close();
    for (const { handle } of tails.values()) await handle.close();
  }
}

// A turn that begins again has a new file under the same name.
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
  // A file that somebody else writes may be as long as they like.
  while (tail.offset < MAX_LIVE_BYTES * 2) {
    const { bytesRead } = await tail.handle.read(buffer, 0, buffer.length, tail.offset).catch(() => ({ bytesRead: 0 }));
    if (bytesRead === 0) break;
    tail.offset += bytesRead;
    const lines = (tail.rest + tail.decoder.write(buffer.subarray(0, bytesRead))).split('\n');
    tail.rest = lines.pop()!;
    pieces.push(...lines.flatMap(readPiece));
  }
  return pieces;
}

function readPiece(line: string): LivePiece[] {
  try {
    const { type, text, tool, line: words } = JSON.parse(line) as Record<string, unknown>;
    if (type === 'text' && typeof text === 'string') return [{ type, text }];
    if (type === 'tool' && typeof tool === 'string' && typeof words === 'string') return [{ type, tool, line: words }];
    return type === 'full' ? [{ type }] : [];
  } catch {
    return [];
  }
}

function createPause(folder: string, signal: AbortSignal) {
  let wake = () => {};
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, () => wake());
    watcher.on('error', () => {});
  } catch {
    // The folder is not there yet, or there are too many watches: then it is looked at now and again.
  }
  const stop = () => wake();
  signal.addEventListener('abort', stop);
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    async next(): Promise<void> {
      await pause(POLL_MS);
      wake = () => {};
      // A change comes with each write; several are looked at together.
      if (!signal.aborted) await new Promise<void>((resolve) => setTimeout(resolve, SHORTEST_PAUSE_MS));
    },
    close(): void {
      watcher?.close();
      signal.removeEventListener('abort', stop);
    },
  };
}
