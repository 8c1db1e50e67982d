import type { SessionStore } from '@ctx/contract';
import { createFileCatalog } from '@ctx/team';
import type { FoundSession } from '../sessions/find-session.ts';

/** Opens a session for reading and following, from the folder or from the engine. */
export function openFound({ sessionId, directory, engine }: FoundSession): Promise<SessionStore> {
  const catalog =
    engine === undefined
      ? createFileCatalog({ directory })
      : engine.store.createPostgresCatalog({ database: engine.database });
  return catalog.open(sessionId);
}
