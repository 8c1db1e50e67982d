import { createLineJudge } from './judge-lines.ts';
import { createKeptLines, type KeptLines } from './kept-lines.ts';
import type { StampedFile } from './open-log-file.ts';
import { readLines } from './read-lines.ts';

/** What is in a log. */
export interface LogSurvey {
  /** `seq` of the newest record. */
  readonly seq: number;
  /** Bytes up to the end of the last line that is not torn. */
  readonly goodBytes: number;
  readonly tornBytes: number;
  /** The last line is whole but for its newline. */
  readonly newlineMissing: boolean;
  /** Under which `seq` each append is in the log. */
  readonly operations: Map<string, number>;
  /** What is wrong with it, a sentence each that begins with file and line. */
  readonly damage: readonly string[];
  /** Lines that have no checksum. */
  readonly uncheckedLines: number;
  /** Of which file, and as it was when, this is true. */
  readonly stamp: string;
  readonly kept: KeptLines;
}

/**
 * Reads a log to its end and says what is whole. Only a last line without its newline is torn, which is what a writer
 * that was killed leaves; anything else that is wrong is damage.
 * @throws CtxError `CTX_STORE_FAILED` for a file that is not a log of ours, or was written by a newer version.
 */
export async function surveyLog({ handle, size, stamp }: StampedFile, file: string): Promise<LogSurvey> {
  const operations = new Map<string, number>();
  const damage: string[] = [];
  const kept = createKeptLines(stamp, size);
  const judge = createLineJudge(file);
  let seq = 0;
  let goodBytes = 0;
  let newlineMissing = false;
  let uncheckedLines = 0;
  for await (const { bytes, end, terminated } of readLines(handle, 0, size)) {
    const { line, problem, checked } = judge(bytes);
    if (line === undefined && !terminated) break;
    goodBytes = end;
    newlineMissing = !terminated;
    if (problem !== undefined) damage.push(problem);
    if (line === undefined) continue;
    if (!checked) uncheckedLines += 1;
    seq = line.seq;
    kept.add(line);
    operations.set(line.operationId, seq);
  }
  const tornBytes = size - goodBytes;
  return { seq, goodBytes, tornBytes, newlineMissing, operations, damage, uncheckedLines, stamp, kept };
}

/** What people should know of lines that nobody can check. */
export function uncheckedNote({ uncheckedLines }: LogSurvey, file: string): string[] {
  if (uncheckedLines === 0) return [];
  const lines = uncheckedLines === 1 ? 'the first line' : `the first ${uncheckedLines} lines`;
  return [`${file} was begun by an older ctx: ${lines} cannot be checked for damage.`];
}
