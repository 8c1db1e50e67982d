import { CtxError, type SessionStore } from '@ctx/contract';
import { isOwnSession } from '@ctx/team';
import { startOf } from '../conversation/same-team.ts';
import type { FoundSession } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { agrees } from '../terminal/agrees.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TrustOptions } from './team-trust.ts';

/** What the command would do with the session. */
export interface OwnSessionOptions extends TrustOptions {
  /** A sentence. Default: what a resume does. */
  readonly consequence?: string | undefined;
}

const RESUMING = 'Continuing it would send its messages to your agents, and start the agents that are waiting in it.';

/**
 * Makes sure that this user started a session, or that the person agrees to use it anyway.
 * @throws CtxError `CTX_NOT_TRUSTED` if not.
 */
export async function requireOwnSession(
  terminal: Terminal,
  session: FoundSession,
  store: SessionStore,
  { trust = false, consequence = RESUMING }: OwnSessionOptions,
): Promise<void> {
  // In an engine the signature proves nothing: everyone who may write can write as anyone. See docs/scale-out.md.
  if (trust || session.engine !== undefined || (await isOwn(terminal, store))) return;
  const notice = `You did not start the session ${safeLine(session.sessionId)} on this machine.`;
  if (terminal.ask === undefined) {
    const advice = `Read it with ${ownCommand()} show. To trust it, add --trust.`;
    throw new CtxError('CTX_NOT_TRUSTED', `${notice} ${consequence} ${advice}`);
  }
  if (await agrees(terminal.ask, `${notice}\n${consequence}\nTrust it? [y/N] `)) return;
  throw new CtxError('CTX_NOT_TRUSTED', `The session ${session.sessionId} is not trusted, so nothing was done.`);
}

async function isOwn(terminal: Terminal, store: SessionStore): Promise<boolean> {
  const key = await ownSessionKey(terminal);
  const start = await startOf(store);
  return key !== undefined && start !== undefined && isOwnSession(start, key);
}
