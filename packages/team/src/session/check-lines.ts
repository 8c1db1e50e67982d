import { CtxError } from '@ctx/contract';
import { requireKnownVersion } from './known-version.ts';
import { isLineBeginning, type LineProblem, type LogLine, parseLine, type ReadLine } from './log-line.ts';

/** A line of a log after its check. */
export interface CheckedLine {
  /** Missing when the line cannot be used. */
  readonly line?: LogLine | undefined;
  /** What is wrong: a sentence that begins with the file and the line number. */
  readonly problem?: string | undefined;
  /** Whether the line has a correct checksum. Missing like the line. */
  readonly checked?: boolean | undefined;
}

/**
 * Returns a function that checks the lines of one log, called in order: whether each line is complete, and continues the
 * one before it. The function throws a CtxError `CTX_STORE_FAILED` if the first line does not start like a log of ctx,
 * and for a log that a newer version wrote.
 */
export function createLineChecker(file: string): (bytes: Buffer) => CheckedLine {
  let number = 0;
  let seq = 0;
  let isSeqKnown = true;
  let isChecked = false;

  return (bytes) => {
    number += 1;
    if (number === 1 && !isLineBeginning(bytes)) throw notALog(file);
    const read = requireChecksum(parseLine(bytes), isChecked);
    if ('problem' in read) {
      isSeqKnown = false;
      return { problem: `${file}:${number} ${read.problem}.` };
    }
    const { line, checked } = read;
    for (const record of line.records) if (record.type === 'session-start') requireKnownVersion(record, file);
    isChecked ||= checked;
    const first = line.seq - line.records.length + 1;
    const gap = `${file}:${number} does not continue the log: record ${first} follows record ${seq}.`;
    // A repeated line is skipped. A line after a gap is used.
    if (first <= seq) return { problem: gap };
    // A damaged line held an unknown number of records, so a gap after it is expected.
    const continues = !isSeqKnown || first === seq + 1;
    isSeqKnown = true;
    seq = line.seq;
    return { line, problem: continues ? undefined : gap, checked };
  };
}

function requireChecksum(read: ReadLine | LineProblem, isChecked: boolean): ReadLine | LineProblem {
  if ('problem' in read || read.checked) return read;
  if (isChecked) return { problem: 'has no checksum, though lines before it have one' };
  const isNew = read.line.records.some((record) => record.type === 'session-start' && record.version === 2);
  return isNew ? { problem: 'has no checksum, though a log of version 2 has one in every line' } : read;
}

function notALog(file: string): CtxError {
  return new CtxError('CTX_STORE_FAILED', `${file} does not start like a session log of ctx. It was not touched.`);
}
