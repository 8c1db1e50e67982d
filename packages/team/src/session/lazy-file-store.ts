import type { SessionStore } from '@ctx/contract';
import { createFileStore, type FileStoreOptions, requireFileStoreOptions } from './file-store.ts';

/**
 * Like `createFileStore`, but the file is opened on first use, so that a session without messages leaves no file.
 * @throws TypeError for an unknown option.
 */
export function createLazyFileStore(options: FileStoreOptions): SessionStore {
  requireFileStoreOptions(options);
  let opened: Promise<SessionStore> | undefined;
  let notes: readonly string[] | undefined;
  const open = async () => {
    opened ??= createFileStore(options);
    const store = await opened;
    notes = store.notes;
    return store;
  };
  return {
    sessionId: options.sessionId,
    get notes() {
      return notes;
    },
    append: async (records, appendOptions) => (await open()).append(records, appendOptions),
    claim: async (owner, ttlMs) => (await open()).claim!(owner, ttlMs),
    async *read(fromSeq) {
      yield* (await open()).read(fromSeq);
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
