import type { FileHandle } from 'node:fs/promises';
import type { LogLine } from './log-line.ts';
import { stampOf } from './open-log-file.ts';

/** The lines of a larger log are not cached: they are read and checked again instead of held in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The checked lines of a log, kept until they are read once, so that opening and reading a log checks it only once. */
export interface LineCache {
  add(line: LogLine): void;
  /** The lines; `undefined` if the file was changed since, or the lines are not cached. */
  linesOf(handle: FileHandle): Promise<readonly LogLine[] | undefined>;
  clear(): void;
}

/** An empty cache for a file of `size` bytes. `stamp` is the file's stamp when its lines were read. */
export function createLineCache(stamp: string, size: number): LineCache {
  let lines: LogLine[] | undefined = size > MAX_BYTES ? undefined : [];
  return {
    add(line) {
      lines?.push(line);
    },
    async linesOf(handle) {
      if (lines !== undefined && stampOf(await handle.stat()) !== stamp) lines = undefined;
      return lines;
    },
    clear() {
      lines = undefined;
    },
  };
}
