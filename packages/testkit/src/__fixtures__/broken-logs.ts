import { CtxError, type StoredRecord } from '@ctx/contract';
import type { BrokenStores } from './broken-store.ts';
import { each, sampleStore, withStore } from './sample-store.ts';

const everything: StoredRecord[] = [];
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Defects in which records a store keeps and returns. */
export const BROKEN_LOGS: BrokenStores = {
  'returns records newest first': [
    sampleStore({ read: ({ rows }, from) => each(rows.filter(({ seq }) => seq >= from).reverse()) }),
    /the log holds "e, d, c, b, a"/,
  ],
  'counts from 0': [
    sampleStore({
      write: ({ rows }, records, operationId) => {
        for (const record of records) rows.push({ seq: rows.length, operationId, record });
      },
      read: ({ rows }) => each(rows),
    }),
    /record 1 has the seq 0/,
  ],
  'resolves with the first seq of an append': [
    withStore((store) => ({
      append: async (records, options) => ({
        seq: (await store.append(records, options)).seq - Math.max(0, records.length - 1),
      }),
    })),
    /resolved with seq 1, 2 and 5/,
  ],
  'resolves with nothing': [
    withStore((store) => ({
      append: async (records, options) => void (await store.append(records, options)) as never,
    })),
    /append\(\) resolved with/,
  ],
  'throws instead of rejecting': [
    withStore((store) => ({
      append: (records, options) => {
        if (Number.isNaN(options.expectedSeq)) throw new CtxError('CTX_STORE_CONFLICT', 'no');
        return store.append(records, options);
      },
    })),
    /append\(\) threw CtxError/,
  ],
  'returns records without their operation ids': [
    sampleStore({
      read: ({ rows }, from) => each(rows.filter(({ seq }) => seq >= from).map((row) => ({ ...row, operationId: '' }))),
    }),
    /The records have the operation ids/,
  ],
  'always reads from the start': [
    sampleStore({ read: ({ rows }) => each([...rows]) }),
    /read\(2\) returns the records "1, 2, 3, 4, 5"/,
  ],
  'starts reading after the given seq': [
    sampleStore({ read: ({ rows }, from) => each(rows.filter(({ seq }) => seq > from || from === 1)) }),
    /read\(2\) returns/,
  ],
  'reads records that were appended after read() was called': [
    sampleStore({
      read: async function* ({ rows }, from) {
        for (let at = from - 1; at < rows.length; at++) yield rows[at]!;
      },
    }),
    /called before an append returns 3 records/,
  ],
  'shares one position between readers': [
    (() => {
      let at = 0;
      return sampleStore({
        read: async function* ({ rows }, from) {
          const end = rows.length;
          for (at = from - 1; at < end; at++) {
            yield rows[at]!;
            await pause();
          }
        },
      });
    })(),
    /Two calls of read\(\) at once|the log holds|called before an append/,
  ],
  'cannot store NUL': [
    sampleStore({ copy: (records) => JSON.parse(JSON.stringify(records).replaceAll('\\u0000', '')) }),
    /comes back as/,
  ],
  'splits records at line separators': [
    sampleStore({ copy: (records) => JSON.parse(JSON.stringify(records).replaceAll('\u2028', '\\n')) }),
    /comes back as/,
  ],
  'replaces lone surrogates': [
    sampleStore({ copy: (records) => JSON.parse(JSON.stringify(records).replaceAll(/\\ud83d/g, '\ufffd')) }),
    /comes back as/,
  ],
  'drops records of unknown types': [
    sampleStore({
      copy: (records) => JSON.parse(JSON.stringify(records.filter(({ type }) => !String(type).includes('tomorrow')))),
    }),
    /Records come back as/,
  ],
  'keeps the objects it was given': [
    sampleStore({ copy: (records) => records as never }),
    /"original"|Records come back|could not be cloned|rejected/,
  ],
  'keeps a shallow copy': [sampleStore({ copy: (records) => [...records] }), /holds "changed again"|Records come back/],
  'copies records only when it writes them': [
    (() =>
      sampleStore({
        copy: (records) => records as never,
        write: async ({ rows }, records, operationId) => {
          await pause();
          for (const record of records) {
            rows.push({ seq: rows.length + 1, operationId, record: JSON.parse(JSON.stringify(record)) });
          }
        },
      }))(),
    /instead of "original"/,
  ],
  'shortens long records': [
    sampleStore({
      copy: (records) =>
        JSON.parse(JSON.stringify(records)).map((record: { task?: string }) => ({
          ...record,
          ...(record.task === undefined ? {} : { task: record.task.slice(0, 65_536) }),
        })),
    }),
    /After a record of 1.6 MB/,
  ],
  'stores a thousand records at most': [
    sampleStore({ copy: (records) => JSON.parse(JSON.stringify(records.slice(0, 1_000))) }),
    /resolved with seq 1002/,
  ],
  'shares its rows with other logs': [
    sampleStore({
      isCurrent: (_, expected) => expected === 0,
      write: (_, records, operationId) => {
        for (const record of records) everything.push({ seq: everything.length + 1, operationId, record });
      },
      read: () => each(everything),
    }),
    /the log holds/,
  ],
};
