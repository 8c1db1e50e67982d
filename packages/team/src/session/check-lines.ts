import { CtxError } from '@ctx/contract';
import { requireKnownVersion } from './known-version.ts';
import { isLineBeginning, type LogLine, parseLine, type ReadLine } from './log-line.ts';

/** What a line of a log is worth. */
export interface LineVerdict {
  /** Missing when nothing of the line can be used. */
  readonly line?: LogLine | undefined;
  /** What is wrong, a sentence that begins with file and line. */
  readonly problem?: string | undefined;
  readonly checked: boolean;
}

/**
 * Judges the lines of one log, which have to come in order: whether each is whole, and continues what came before it.
 * The function it gives throws a CtxError `CTX_STORE_FAILED` at the first line of a file that is not a log of ours, and
 * for one that a newer version wrote.
 */
export function createLineJudge(file: string): (bytes: Buffer) => LineVerdict {
  let number = 0;
  let seq = 0;
  let isSeqKnown = true;
  let isChecked = false;

  return (bytes) => {
    number += 1;
    if (number === 1 && !isLineBeginning(bytes)) throw notOurs(file);
    const read = parseLine(bytes);
    const problem = 'problem' in read ? read.problem : checksumProblem(read, isChecked);
    if (problem !== undefined || 'problem' in read) {
      isSeqKnown = false;
      return { problem: `${file}:${number} ${problem}.`, checked: false };
    }
    const { line, checked } = read;
    for (const record of line.records) if (record.type === 'session-start') requireKnownVersion(record, file);
    isChecked ||= checked;
    const first = line.seq - line.records.length + 1;
    // After a damaged line nobody can tell how many records it held.
    const continues = isSeqKnown ? first === seq + 1 : first > seq;
    const gap = `${file}:${number} does not continue the log: record ${first} follows record ${seq}.`;
    // A line that stands twice is passed over; one after a gap is as good as any.
    if (first <= seq) return { problem: gap, checked };
    isSeqKnown = true;
    seq = line.seq;
    return { line, problem: continues ? undefined : gap, checked };
  };
}

function checksumProblem({ line, checked }: ReadLine, isChecked: boolean): string | undefined {
  if (checked) return undefined;
  if (isChecked) return 'has no checksum, though lines before it have one';
  const isNew = line.records.some((record) => record.type === 'session-start' && record.version === 2);
  return isNew ? 'has no checksum, though a log of version 2 has one in every line' : undefined;
}

function notOurs(file: string): CtxError {
  return new CtxError('CTX_STORE_FAILED', `${file} does not begin as a session log of ctx. It was not touched.`);
}
