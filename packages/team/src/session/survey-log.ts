import { createLineChecker } from './check-lines.ts';
import { createLineCache, type LineCache } from './line-cache.ts';
import type { StampedFile } from './open-log-file.ts';
import { readLines } from './read-lines.ts';

/** The state of a log. */
export interface LogSurvey {
  /** `seq` of the newest record. */
  readonly seq: number;
  /** Bytes up to the end of the last line that is not torn. */
  readonly goodBytes: number;
  /** Bytes of a torn last line. */
  readonly tornBytes: number;
  /** Whether the last line lacks only its newline. */
  readonly newlineMissing: boolean;
  /** The last `seq` of each append, by its operation id. */
  readonly operations: Map<string, number>;
  /** One sentence for each problem; it begins with the file and the line number. */
  readonly damage: readonly string[];
  /** Lines that have no checksum. */
  readonly uncheckedLines: number;
  /** The file's stamp when it was read (`stampOf`). */
  readonly stamp: string;
  readonly cache: LineCache;
}

/**
 * Reads and checks a whole log. A last line without its newline is torn: a writer that was killed leaves such a line.
 * Any other problem is damage.
 * @throws CtxError `CTX_STORE_FAILED` for a file that is not a log of ctx, or was written by a newer version.
 */
export async function surveyLog({ handle, size, stamp }: StampedFile, file: string): Promise<LogSurvey> {
  const operations = new Map<string, number>();
  const damage: string[] = [];
  const cache = createLineCache(stamp, size);
  const check = createLineChecker(file);
  let seq = 0;
  let goodBytes = 0;
  let newlineMissing = false;
  let uncheckedLines = 0;
  for await (const { bytes, end, terminated } of readLines(handle, 0, size)) {
    const { line, problem, checked } = check(bytes);
    if (line === undefined && !terminated) break;
    goodBytes = end;
    newlineMissing = !terminated;
    if (problem !== undefined) damage.push(problem);
    if (line === undefined) continue;
    if (!checked) uncheckedLines += 1;
    seq = line.seq;
    cache.add(line);
    operations.set(line.operationId, seq);
  }
  const tornBytes = size - goodBytes;
  return { seq, goodBytes, tornBytes, newlineMissing, operations, damage, uncheckedLines, stamp, cache };
}

/** A note for people about lines without a checksum; empty when there are none. */
export function uncheckedNote({ uncheckedLines }: LogSurvey, file: string): string[] {
  if (uncheckedLines === 0) return [];
  const lines = uncheckedLines === 1 ? 'the first line' : `the first ${uncheckedLines} lines`;
  return [`${file} was started by an older ctx: ${lines} cannot be checked for damage.`];
}
