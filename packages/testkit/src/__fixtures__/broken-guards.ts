import { CtxError } from '@ctx/contract';
import type { CreateStore } from '../store/store-under-test.ts';
import type { BrokenStores } from './broken-store.ts';
import { sampleStore, withStore } from './sample-store.ts';

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs the last call before the first one. */
function lastCallFirst(): CreateStore {
  const waiting: (() => void)[] = [];
  return sampleStore({
    inTurn: (_, task) =>
      new Promise((resolve, reject) => {
        waiting.push(() => void task().then(resolve, reject));
        setImmediate(() => waiting.pop()?.());
      }),
  });
}

/** A store for one writer at a time; all others get this error. */
export function lockedBy(error: () => Error): CreateStore {
  return () => {
    const log = sampleStore()();
    let isOpen = false;
    return {
      open: async () => {
        if (isOpen) throw error();
        isOpen = true;
        const store = log.open();
        const close = async () => {
          isOpen = false;
          await store.close();
        };
        return { ...store, close };
      },
    };
  };
}

/** Defects in which appends a store accepts, and in how it closes. */
export const BROKEN_GUARDS: BrokenStores = {
  'does not recognise a repeated operation id': [
    sampleStore({ known: () => undefined }),
    /A repeated operationId was refused/,
  ],
  'adds the records of a repeated operation': [
    sampleStore({ known: () => undefined, isCurrent: () => true }),
    /A repeated append resolved with seq|the log holds/,
  ],
  'checks expectedSeq before the operation id': [
    withStore((store) => ({
      append: async (records, options) => {
        let count = 0;
        for await (const _ of store.read()) count++;
        if (count !== options.expectedSeq) throw new CtxError('CTX_STORE_CONFLICT', 'no');
        return store.append(records, options);
      },
    })),
    /A repeated operationId was refused/,
  ],
  'answers a repeated operation with the newest seq': [
    sampleStore({ known: ({ rows }, id) => (rows.some((row) => row.operationId === id) ? rows.length : undefined) }),
    /A repeated append resolved with seq 3 instead of 2/,
  ],
  'does not check expectedSeq': [sampleStore({ isCurrent: () => true }), /expectedSeq 1 was accepted/],
  'accepts an expectedSeq that is too low': [
    sampleStore({ isCurrent: ({ rows }, expected) => expected <= rows.length }),
    /expectedSeq 0 was accepted/,
  ],
  'accepts an expectedSeq that is too high': [
    sampleStore({ isCurrent: ({ rows }, expected) => expected >= rows.length }),
    /expectedSeq 1 was accepted/,
  ],
  'accepts NaN as expectedSeq': [
    sampleStore({ isCurrent: ({ rows }, expected) => !(expected !== rows.length && !Number.isNaN(expected)) }),
    /expectedSeq NaN was accepted/,
  ],
  'refuses with a plain Error': [
    sampleStore({ conflict: () => new Error('conflict') }),
    /refused with Error: "conflict"/,
  ],
  'refuses with another code': [
    sampleStore({ conflict: () => new CtxError('CTX_STORE_FAILED', 'conflict') }),
    /code is CTX_STORE_CONFLICT/,
  ],
  'refuses after it has written': [
    sampleStore({
      isCurrent: ({ rows }, expected) => {
        const isRight = rows.length === expected;
        if (!isRight) {
          rows.push({ seq: rows.length + 1, operationId: 'x', record: { type: 'task', task: 'wrong', at: 1 } });
        }
        return isRight;
      },
    }),
    /the log holds/,
  ],
  'remembers the operation id of a refused append': [
    (() => {
      const ids = new Map<string, number>();
      return sampleStore({
        known: ({ rows }, id) => {
          const known = ids.get(`${id}${rows[0]?.operationId}`);
          ids.set(`${id}${rows[0]?.operationId}`, rows.length);
          return rows.findLast((row) => row.operationId === id)?.seq ?? known;
        },
      });
    })(),
    /instead of/,
  ],
  'checks and writes in two separate steps': [
    sampleStore({
      inTurn: (_, task) => task(),
      write: async ({ rows }, records, operationId) => {
        await pause();
        for (const record of records) rows.push({ seq: rows.length + 1, operationId, record });
      },
    }),
    /Of three equal appends at once|Of 10 appends at once .* 10 were accepted|the log holds/,
  ],
  'applies the last call first': [lastCallFirst(), /append\(\) with expectedSeq \d+ rejected/],
  'refuses an append of no records': [
    withStore((store) => ({
      append: async (records, options) => {
        if (records.length === 0) throw new RangeError('nothing');
        return store.append(records, options);
      },
    })),
    /append\(\) with expectedSeq 0 rejected with RangeError/,
  ],
  'does not check expectedSeq for an append of no records': [
    withStore((store) => ({
      append: async (records, options) => {
        if (records.length > 0) return store.append(records, options);
        let seq = 0;
        for await (const _ of store.read()) seq++;
        return { seq };
      },
    })),
    /no records with a wrong expectedSeq was accepted/,
  ],
  'writes the first half of a bad append': [
    sampleStore({
      copy: (records) => [...records],
      write: ({ rows }, records, operationId) => {
        for (const record of records) {
          rows.push({ seq: rows.length + 1, operationId, record: JSON.parse(JSON.stringify(record)) });
        }
      },
    }),
    /second record JSON cannot hold|original/,
  ],
  'accepts a record that JSON cannot hold': [
    sampleStore({
      copy: (records) =>
        JSON.parse(
          JSON.stringify(
            records
              .filter(({ at }) => typeof at === 'number' && !('self' in records))
              .map((record) => ('self' in record ? { type: 'task' } : record)),
          ),
        ),
    }),
    /JSON cannot hold was accepted/,
  ],
  'accepts appends after it was closed': [
    withStore((store) => ({ close: async () => {}, append: store.append })),
    /An append to a closed store was accepted/,
  ],
  'rejects with a plain Error after it was closed': [
    sampleStore({ closed: () => new Error('closed') }),
    /closed store was refused with Error/,
  ],
  'cannot be closed twice': [
    withStore((store) => {
      let isClosed = false;
      return {
        close: async () => {
          if (isClosed) throw new Error('closed already');
          isClosed = true;
          await store.close();
        },
      };
    }),
    /close\(\) rejected with Error: "closed already"/,
  ],
  'loses appends that are in progress when it closes': [
    withStore((store) => {
      let isClosing = false;
      return {
        append: async (records, options) => {
          await pause();
          if (isClosing) throw new CtxError('CTX_STORE_FAILED', 'closed');
          return store.append(records, options);
        },
        close: async () => {
          isClosing = true;
          await store.close();
        },
      };
    }),
    /called before close\(\) rejected/,
  ],
  'forgets everything when closed without declaring it': [
    () => ({ open: () => sampleStore()().open() }),
    /After close\(\) was called|After opening again/,
  ],
  'keeps operation ids in memory only': [
    sampleStore({
      known: (_, id, memory) => memory.get(id),
      write: ({ rows }, records, operationId, memory) => {
        for (const record of records) rows.push({ seq: rows.length + 1, operationId, record });
        memory.set(operationId, rows.length);
      },
    }),
    /an earlier operationId is not known/,
  ],
  'locks with a plain Error': [
    lockedBy(() => new Error('busy')),
    /Opening a log that is already open rejected with Error: "busy"/,
  ],
};
