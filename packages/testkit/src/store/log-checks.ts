import { isDeepStrictEqual } from 'node:util';
import type { SessionRecord } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote } from '../problem.ts';
import { append, collect, expectTasks, type OpenLog, readAll, taskRecord } from './open-log.ts';

/** Records are returned in the order of the appends, each with its seq and operation id. */
export async function checkOrder({ store }: OpenLog): Promise<void> {
  await expectTasks(store, [], 'Before anything was appended');
  const first = await append(store, [taskRecord('a')], 0, 'one');
  const second = await append(store, [taskRecord('b'), taskRecord('c'), taskRecord('d')], 1, 'two');
  const third = await append(store, [taskRecord('e')], 4, 'three');
  if (first !== 1 || second !== 4 || third !== 5) {
    fail(
      `Appends of 1, 3 and 1 records resolved with seq ${first}, ${second} and ${third}`,
      'Resolve with the seq of the last record of the append: 1, 4 and 5',
    );
  }
  await expectTasks(store, ['a', 'b', 'c', 'd', 'e'], 'After three appends');
  const operations = (await readAll(store)).map(({ operationId }) => operationId);
  if (operations.join() !== 'one,two,two,two,three') {
    fail(
      `The records have the operation ids ${operations.join(', ')} instead of one, two, two, two, three`,
      'Store each record with the operationId of its append',
    );
  }
}

/** Reading starts with the record of the given seq. */
export async function checkReadFrom({ store }: OpenLog): Promise<void> {
  await append(store, ['a', 'b', 'c'].map(taskRecord), 0, 'one');
  await append(store, ['d', 'e'].map(taskRecord), 3, 'two');
  for (let from = 1; from <= 7; from++) {
    const seqs = (await readAll(store, from)).map(({ seq }) => seq);
    const expected = [1, 2, 3, 4, 5].filter((seq) => seq >= from);
    if (seqs.join() !== expected.join()) {
      fail(
        `read(${from}) returns the records ${quote(seqs.join(', '))} instead of ${quote(expected.join(', '))}`,
        'Return the records from fromSeq on, including that one',
      );
    }
  }
}

/** A reader gets the log as it was when `read()` was called. */
export async function checkReadMoment({ store }: OpenLog): Promise<void> {
  await append(store, ['a', 'b'].map(taskRecord), 0, 'one');
  const reading = store.read();
  await append(store, [taskRecord('c')], 2, 'two');
  const [earlier, now, again] = await Promise.all([collect(reading), readAll(store), readAll(store, 2)]);
  if (earlier.length !== 2) {
    fail(
      `A read() called before an append returns ${earlier.length} records instead of 2`,
      'Return only the records that exist when read() is called',
    );
  }
  if (now.length !== 3 || again.length !== 2) {
    fail(
      `Two calls of read() at once return ${now.length} and ${again.length} records instead of 3 and 2`,
      'Give every call of read() its own position',
    );
  }
}

const AWKWARD_TEXTS: readonly string[] = [
  '',
  'é 漢 🙂 👩‍👧 e\u0301',
  'lines\nand\r\nmore\u2028still\u2029more\u0085',
  'quotes " \' ` and back\\slashes \\n \\u0041',
  'controls \u0000 \u0001 \u001b[31m \u007f',
  'half a character \ud83d here',
  '{"type":"task","task":"not a record"}',
  "'; DROP TABLE sessions; --",
  '%s $1 :x {0}',
];

/** Texts are returned unchanged. */
export async function checkTexts({ store }: OpenLog): Promise<void> {
  await append(store, AWKWARD_TEXTS.map(taskRecord), 0, 'op with "quotes", 漢 and 🙂');
  const stored = await readAll(store);
  for (const [index, text] of AWKWARD_TEXTS.entries()) {
    if (!isDeepStrictEqual(stored[index]?.record, taskRecord(text))) {
      fail(
        `The text ${quote(text)} comes back as ${quote(JSON.stringify(stored[index]?.record))}`,
        'Store records as JSON, and do not change the text inside',
      );
    }
  }
  if (stored[0]?.operationId !== 'op with "quotes", 漢 and 🙂') {
    fail(
      `The operationId 'op with "quotes", 漢 and 🙂' comes back as ${quote(stored[0]?.operationId)}`,
      'Accept any string as an id, and do not change it',
    );
  }
}

/** Records are returned as JSON keeps them, also those of unknown types. Records may be frozen. */
export async function checkShapes({ store }: OpenLog): Promise<void> {
  const records = [
    { type: 'session-start', version: 1, sessionId: 's', team: 'Crew', at: 5 },
    {
      type: 'message',
      turn: undefined,
      message: {
        id: 'msg-1',
        content: 'Hi',
        speaker: { roleId: 'a', roleName: 'A', type: 'human' },
        timestamp: new Date(0),
        metadata: { deep: [1, [null, { x: 0.1 }]], no: undefined },
      },
      at: 6,
    },
    { type: 'a-type-of-tomorrow', anything: [true, -0.5, 1e21, 'x'], at: 7 },
  ] as unknown as SessionRecord[];
  await append(store, deepFreeze(records), 0, 'one');
  const stored = (await readAll(store)).map(({ record }) => record);
  const expected: unknown = JSON.parse(JSON.stringify(records));
  if (!isDeepStrictEqual(stored, expected)) {
    fail(
      `Records come back as ${quote(JSON.stringify(stored))}`,
      'Return JSON.parse(JSON.stringify(record)) for every record, also for types you do not know',
    );
  }
}

/** Changes that the caller makes to a record after `append` was called are not in the log. */
export async function checkCopies({ store }: OpenLog): Promise<void> {
  const record = { type: 'task' as const, task: 'original', at: 1 };
  const records = [record];
  const pending = append(store, records, 0, 'one');
  record.task = 'changed';
  records.push({ type: 'task', task: 'added', at: 2 });
  await pending;
  record.task = 'changed again';
  await expectTasks(store, ['original'], 'After the caller changed the records');
}

/** Long records and long appends are stored whole. */
export async function checkLarge({ store }: OpenLog): Promise<void> {
  const long = '漢🙂 '.repeat(200_000);
  await append(store, [taskRecord(long), taskRecord('after')], 0, 'long');
  const many = Array.from({ length: 3_000 }, (_, index) => `record ${index}`);
  const seq = await append(store, many.map(taskRecord), 2, 'many');
  if (seq !== 3_002) {
    fail(
      `An append of 3000 records after 2 others resolved with seq ${seq} instead of 3002`,
      'Resolve with the seq of the last record',
    );
  }
  await expectTasks(store, [long, 'after', ...many], 'After a record of 1.6 MB and an append of 3000');
}

/** Two logs do not affect each other. */
export async function checkSeparate(one: OpenLog, other: OpenLog): Promise<void> {
  await append(one.store, [taskRecord('mine')], 0, 'same id');
  await append(other.store, [taskRecord('yours')], 0, 'same id');
  await expectTasks(one.store, ['mine'], 'With another log of the same kind');
  await expectTasks(other.store, ['yours'], 'With another log of the same kind');
}
