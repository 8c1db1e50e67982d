import { getEventListeners } from 'node:events';
import { CtxError, type SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from './memory-store.ts';

const task: SessionRecord = { type: 'task', task: 'Ship it', at: 1 };

describe('the memory store', () => {
  it('refuses to write when it is closed', async () => {
    const store = createMemoryStore();
    await store.close();
    await expect(store.append([task], { expectedSeq: 0, operationId: 'op' })).rejects.toThrow(
      new CtxError('CTX_STORE_FAILED', 'The store is closed.'),
    );
  });

  it('refuses a writer that expects another log, and says what to do', async () => {
    const store = createMemoryStore();
    await store.append([task], { expectedSeq: 0, operationId: 'op-1' });
    await expect(store.append([task], { expectedSeq: 0, operationId: 'op-2' })).rejects.toThrow(
      new CtxError(
        'CTX_STORE_CONFLICT',
        'The log is at 1, the writer expected 0: somebody else has written, or the session is not new. Resume it.',
      ),
    );
  });

  it('refuses a record that is nested too deep, and stays as it was', async () => {
    const store = createMemoryStore();
    const deep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
    const record = { ...task, more: deep } as SessionRecord;
    await expect(store.append([task, record], { expectedSeq: 0, operationId: 'op' })).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: 'A task record is nested deeper than 200 levels. It was not written.',
    });
    expect(await store.append([task], { expectedSeq: 0, operationId: 'op' })).toEqual({ seq: 1 });
  });

  it('leaves nothing behind on the signal of a follower, however long it follows', async () => {
    const store = createMemoryStore();
    const { signal } = new AbortController();
    const records = store.follow!(1, signal)[Symbol.asyncIterator]();
    for (let seq = 0; seq < 3; seq++) {
      const next = records.next();
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
      await store.append([task], { expectedSeq: seq, operationId: `op-${seq}` });
      expect(await next).toMatchObject({ value: { seq: seq + 1 } });
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await store.close();
    expect(await records.next()).toMatchObject({ done: true });
  });
});
