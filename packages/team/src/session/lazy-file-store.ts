import type { SessionStore } from '@ctx/contract';
import { createFileStore } from './file-store.ts';

/** A log under `.ctx/sessions/` that is opened when it is first needed: whoever never speaks leaves no file. */
export function createLazyFileStore(sessionId: string): SessionStore {
  let opened: Promise<SessionStore> | undefined;
  let mended: string | undefined;
  const open = async () => {
    opened ??= createFileStore({ sessionId });
    const store = await opened;
    mended = store.mended;
    return store;
  };
  return {
    get mended() {
      return mended;
    },
    append: async (records, options) => (await open()).append(records, options),
    async *read(fromSeq) {
      yield* (await open()).read(fromSeq);
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
