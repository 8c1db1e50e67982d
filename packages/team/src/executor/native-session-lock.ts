import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CtxError } from '@ctx/contract';
import { acquireSessionLock, type SessionLock } from '../session/session-lock.ts';

/**
 * Takes an agent's own session for one turn, so that no other process of this user goes on in it meanwhile; a copied log
 * names the same session twice. Where no lock can be made, there is none: the session's mark still tells of others.
 * @throws CtxError `CTX_AGENT_SESSION_LOST` when somebody else is in it: after that turn it is not what it was.
 */
export async function lockNativeSession(agentType: string, sessionId: string): Promise<SessionLock | undefined> {
  // By number: not every user has a name.
  const folder = join(tmpdir(), `ctx-sessions-${process.getuid?.() ?? 'user'}`);
  const name = createHash('sha256').update(`${agentType}\n${sessionId}`).digest('hex').slice(0, 32);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await acquireSessionLock(join(folder, `${name}.lock`));
  } catch (error) {
    if (!CtxError.isInstance(error) || error.code !== 'CTX_STORE_LOCKED') return undefined;
    throw new CtxError('CTX_AGENT_SESSION_LOST', `Another process is in the session ${sessionId} of ${agentType}.`);
  }
}
