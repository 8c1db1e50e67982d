import type { SessionRecord } from '@ctx/contract';
import { expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createPostgresStore } from './postgres-store.ts';

const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`);
const record = { type: 'task', task: 'x', at: 1, more: deep } as SessionRecord;

function storeOn(answers: readonly Record<string, unknown>[]) {
  const database: Partial<Database> = { name: 'db', query: async () => answers };
  return createPostgresStore({ database: database as Database, sessionId: 's' });
}

it('a record that is nested too deep is not written', async () => {
  await expect(storeOn([]).append([record], { expectedSeq: 0, operationId: 'op' })).rejects.toMatchObject({
    code: 'CTX_STORE_FAILED',
    message: 'A task record is nested deeper than 200 levels. It was not written.',
  });
});

it('a record that somebody else wrote is refused if it is nested too deep', async () => {
  const store = storeOn([{ seq: 1, operation_id: 'op', record: JSON.stringify(record) }]);
  const reading = async () => {
    for await (const _ of store.read());
  };
  await expect(reading()).rejects.toMatchObject({
    code: 'CTX_STORE_FAILED',
    message: 'Record 1 of session s cannot be used: it is nested too deep.',
  });
});
