import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CtxError } from '@ctx/contract';
import { acquireSessionLock, type SessionLock } from '../session/session-lock.ts';

/**
 * Locks an agent's own session for one turn, so that no other process of this user continues it at the same time. Two
 * logs name the same session when one is a copy of the other. If the lock file cannot be made, returns `undefined`: the
 * session's mark still shows that another process has used it.
 * @throws CtxError `CTX_AGENT_SESSION_LOST` when another process is using the session, because that turn will change it.
 */
export async function lockNativeSession(agentType: string, sessionId: string): Promise<SessionLock | undefined> {
  // The numeric user id, because a user in a container may have no name.
  const folder = join(tmpdir(), `ctx-sessions-${process.getuid?.() ?? 'user'}`);
  const name = createHash('sha256').update(`${agentType}\n${sessionId}`).digest('hex').slice(0, 32);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await acquireSessionLock(join(folder, `${name}.lock`));
  } catch (error) {
    if (!CtxError.isInstance(error) || error.code !== 'CTX_STORE_LOCKED') return undefined;
    throw new CtxError('CTX_AGENT_SESSION_LOST', `Another process is using the session ${sessionId} of ${agentType}.`);
  }
}
