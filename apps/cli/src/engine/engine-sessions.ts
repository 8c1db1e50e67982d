import type { SessionStore } from '@ctx/contract';
import { createFileCatalog } from '@ctx/team';
import type { FoundSession } from '../sessions/find-session.ts';

/** Opens a session that was found, for reading and following, wherever it is. */
export function openFound({ sessionId, directory, engine }: FoundSession): Promise<SessionStore> {
  const catalog =
    engine === undefined
      ? createFileCatalog({ directory })
      : engine.store.createPostgresCatalog({ database: engine.database });
  return catalog.open(sessionId);
}
