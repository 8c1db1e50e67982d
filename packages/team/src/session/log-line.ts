import { isUtf8 } from 'node:buffer';
import { isTooDeep, type SessionRecord } from '@ctx/contract';
import { crc32c } from './crc32c.ts';
import { recordProblem } from './record-schema.ts';
import { fields, list, optional, text, wholeFrom } from './shape.ts';

/** One line of the log: the records of one append. */
export interface LogLine {
  /** `seq` of the last record. */
  readonly seq: number;
  readonly operationId: string;
  readonly records: readonly SessionRecord[];
}

/** A line that could be read. */
export interface ReadLine {
  readonly line: LogLine;
  /** Whether it has a checksum, which is then correct. Lines of version 1 have none. */
  readonly checked: boolean;
}

/** Why a line could not be read. The text continues a sentence that begins with file and line. */
export interface LineProblem {
  readonly problem: string;
}

const lineShape = fields({
  seq: wholeFrom(1),
  operationId: text,
  records: list(fields({ type: text })),
  sum: optional(text),
});

const SUM = /^,"sum":"([0-9a-f]{8})"\}$/;
const SUM_BYTES = ',"sum":"00000000"}'.length;
const NOT_A_LINE = { problem: 'is not a line of a session log' };

/** The bytes of a line in the file, with checksum and newline. */
export function formatLine(line: LogLine): Buffer {
  const body = Buffer.from(JSON.stringify(line).slice(0, -1));
  return Buffer.concat([body, Buffer.from(`,"sum":"${crc32c(body)}"}\n`)]);
}

/** Parses a line, given without its newline. Never throws. */
export function parseLine(bytes: Buffer): ReadLine | LineProblem {
  const bodyLength = Math.max(0, bytes.length - SUM_BYTES);
  const sum = SUM.exec(bytes.toString('latin1', bodyLength))?.[1];
  if (sum !== undefined && crc32c(bytes.subarray(0, bodyLength)) !== sum) {
    return { problem: 'was changed after it was written: its checksum does not match' };
  }
  if (!isUtf8(bytes)) return NOT_A_LINE;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return NOT_A_LINE;
  }
  if (lineShape(value) !== undefined) return NOT_A_LINE;
  const { seq, operationId, records, ...rest } = value as LogLine & { readonly sum?: string };
  const isOurs = records.length > 0 && Object.keys(rest).every((field) => field === 'sum' && sum !== undefined);
  if (!isOurs) return NOT_A_LINE;
  if (records.some(isTooDeep)) return { problem: 'cannot be used: it is nested too deep' };
  const problem = records.map(recordProblem).find((found) => found !== undefined);
  if (problem !== undefined) return { problem: `cannot be used: ${problem}` };
  return { line: { seq, operationId, records }, checked: sum !== undefined };
}

/**
 * Whether the bytes are the beginning of a log line, however short: a writer killed in its first line leaves such
 * bytes.
 */
export function isLineBeginning(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 100);
  const afterNumber = /^\{"seq":\d+(.*)/s.exec(text)?.[1];
  if (afterNumber === undefined) return text !== '' && '{"seq":'.startsWith(text);
  const next = ',"operationId":"';
  return next.startsWith(afterNumber) || afterNumber.startsWith(next);
}
