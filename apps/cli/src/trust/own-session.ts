import { CtxError, type SessionStore } from '@ctx/contract';
import { isOwnSession } from '@ctx/team';
import { startOf } from '../conversation/same-team.ts';
import type { FoundSession } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { agrees } from './agrees.ts';
import type { TrustOptions } from './team-trust.ts';

/** What would be done with the session. */
export interface OwnSessionOptions extends TrustOptions {
  /** A sentence. Default: what a resume does. */
  readonly consequence?: string | undefined;
}

const GOES_ON = 'What was said in it would be sent to the agents, and calls that wait in it would start them.';

/**
 * Makes sure that a session was begun by this user, or that a person wants to go on with it all the same: what was said
 * in it goes to the agents, and calls that wait in it start them.
 * @throws CtxError `CTX_NOT_TRUSTED`
 */
export async function requireOwnSession(
  terminal: Terminal,
  session: FoundSession,
  store: SessionStore,
  { trust = false, consequence = GOES_ON }: OwnSessionOptions,
): Promise<void> {
  // In an engine whoever may write at all may do so as anybody; docs/scale-out.md says so.
  if (trust || session.engine !== undefined || (await isOwn(terminal, store))) return;
  const news = `The session ${safeLine(session.sessionId)} was not begun by you on this machine.`;
  if (terminal.ask === undefined) {
    throw new CtxError('CTX_NOT_TRUSTED', `${news} ${consequence} See it with ctx show; go on with it by --trust.`);
  }
  if (await agrees(terminal.ask, `${news}\n${consequence}\nGo on with it? [y/N] `)) return;
  throw new CtxError('CTX_NOT_TRUSTED', `The session ${session.sessionId} is not trusted: nothing was run.`);
}

async function isOwn(terminal: Terminal, store: SessionStore): Promise<boolean> {
  const key = await ownSessionKey(terminal);
  const start = await startOf(store);
  return key !== undefined && start !== undefined && isOwnSession(start, key);
}
