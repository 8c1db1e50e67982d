import type { SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';
import { formatLine, isLineBeginning, parseLine } from './log-line.ts';

const task: SessionRecord = { type: 'task', task: 'Ship it', at: 1 };
const line = { seq: 1, operationId: 'op', records: [task] };

/** A line without checksum, as version 1 wrote it. */
const old = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A line with a correct checksum. */
const summed = (value: object) => {
  const body = Buffer.from(JSON.stringify(value).slice(0, -1));
  return Buffer.concat([body, Buffer.from(`,"sum":"${crc32c(body)}"}`)]);
};

describe('a line of the log', () => {
  it('is read as it was written, with its checksum', () => {
    const bytes = formatLine(line);
    expect(bytes.toString()).toMatch(/^\{"seq":1,"operationId":"op","records":\[.*\],"sum":"[0-9a-f]{8}"\}\n$/);
    expect(parseLine(bytes.subarray(0, -1))).toEqual({ line, checked: true });
  });

  it('of version 1 is read without a checksum', () => {
    expect(parseLine(old(line))).toEqual({ line, checked: false });
  });

  it('may hold records of a type that this version does not know', () => {
    const later = { ...line, records: [{ type: 'later' }] };
    expect(parseLine(summed(later))).toMatchObject({ line: later });
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['half a line', old(line).subarray(0, 30)],
    ['null', old(null)],
    ['a list', old([line])],
    ['a number', old(7)],
    ['no seq', old({ ...line, seq: undefined })],
    ['a seq of 0', old({ ...line, seq: 0 })],
    ['a seq that is a text', old({ ...line, seq: '1' })],
    ['no operation id', old({ ...line, operationId: undefined })],
    ['no records', old({ ...line, records: undefined })],
    ['an empty list of records', old({ ...line, records: [] })],
    ['a record that is a text', old({ ...line, records: ['task'] })],
    ['a record without a type', old({ ...line, records: [{ at: 1 }] })],
    ['another field', old({ ...line, more: 1 })],
    ['another field, with a checksum', summed({ ...line, more: 1 })],
    ['a checksum of the wrong length', old({ ...line, sum: '0123' })],
    ['a checksum that is not the last field', old({ sum: '01234567', ...line })],
    ['a byte that is not UTF-8', Buffer.from(old(line).toString('latin1').replace('Ship', 'Sh\xefp'), 'latin1')],
  ])('with %s is refused', (_what, bytes) => {
    expect(parseLine(bytes)).toEqual({ problem: 'is not a line of a session log' });
  });

  it('is refused if any of its records has a wrong form', () => {
    const wrong = { type: 'task', task: 7, at: 1 } as unknown as SessionRecord;
    const problem = 'cannot be used: its task record has a wrong "task"';
    expect(parseLine(summed({ ...line, seq: 3, records: [task, wrong, task] }))).toEqual({ problem });
  });

  it('is refused if it was changed, even if it can still be read', () => {
    const changed = Buffer.from(formatLine(line).toString().trimEnd().replace('Ship', 'Skip'));
    expect(parseLine(changed)).toEqual({
      problem: 'was changed after it was written: its checksum does not match',
    });
  });
});

describe('the beginning of a line', () => {
  const whole = formatLine({ ...line, seq: 123 });

  it('is recognized at every length', () => {
    for (let length = 1; length <= whole.length; length++) {
      expect(isLineBeginning(whole.subarray(0, length))).toBe(true);
    }
  });

  it.each([
    '',
    '{"x',
    '[{"seq":1',
    ' {"seq":1,"operationId":"',
    '{"seq":x',
    '{"seq":1}',
    '{"seq":1,"x',
    '{"seq":1,"operationId":7',
  ])('is not %j', (text) => {
    expect(isLineBeginning(Buffer.from(text))).toBe(false);
  });
});
