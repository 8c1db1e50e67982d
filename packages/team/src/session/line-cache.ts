import type { FileHandle } from 'node:fs/promises';
import type { LogLine } from './log-line.ts';
import { stampOf } from './open-log-file.ts';

/** Of a log that is larger than this nothing is kept: it is judged again rather than held in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The lines of a log as they were judged, for the next who reads it: so a log is judged once, not once a reader. */
export interface KeptLines {
  add(line: LogLine): void;
  /** The lines, as long as the file is the one that was judged, and nobody has written it since. */
  of(handle: FileHandle): Promise<readonly LogLine[] | undefined>;
  /** Forgets them: whoever has read them all has what they need. */
  drop(): void;
}

/** None yet. `stamp` is that of the file they are from. */
export function createKeptLines(stamp: string, size: number): KeptLines {
  let lines: LogLine[] | undefined = size > MAX_BYTES ? undefined : [];
  return {
    add(line) {
      lines?.push(line);
    },
    async of(handle) {
      if (lines !== undefined && stampOf(await handle.stat()) !== stamp) lines = undefined;
      return lines;
    },
    drop() {
      lines = undefined;
    },
  };
}
