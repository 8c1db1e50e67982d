import type { SessionRecord, SessionStore } from '@ctx/contract';

/** All records of a store, oldest first. */
export async function recordsOf(store: SessionStore): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const { record } of store.read()) records.push(record);
  return records;
}
