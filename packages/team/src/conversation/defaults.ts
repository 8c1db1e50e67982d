import type { SessionStore, TurnExecutor } from '@ctx/contract';
import { createLocalExecutor } from '../executor/local-executor.ts';
import { createFileStore } from '../session/file-store.ts';
import type { Team } from '../team-file/team.ts';

/** A file under `.ctx/sessions/`, opened when it is first needed. */
export function defaultStore(sessionId: string): SessionStore {
  let opened: Promise<SessionStore> | undefined;
  let notes: readonly string[] | undefined;
  const open = async () => {
    opened ??= createFileStore({ sessionId });
    const store = await opened;
    notes = store.notes;
    return store;
  };
  return {
    get notes() {
      return notes;
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

/** Runs turns in this process, with nothing beyond what the team file may ask for by itself. */
export function defaultExecutor(team: Team): TurnExecutor {
  return createLocalExecutor({ team });
}
