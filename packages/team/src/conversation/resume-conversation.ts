import { requireNoMore, type SessionStore } from '@ctx/contract';
import { createLocalExecutor } from '../executor/local-executor.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { openConversation } from './open-conversation.ts';
import { type ReplayedSession, replayRecords } from './replay/replay-records.ts';
import { createTeamContext } from './team-context.ts';
import { createStoreClaim } from './telling/store-claim.ts';

/** As for `createConversation`, but the store is where the conversation comes from. */
export interface ResumeOptions extends Omit<ConversationOptions, 'sessionId' | 'snapshot' | 'store'> {
  readonly store: SessionStore;
}

const KNOWN_OPTIONS: Readonly<Record<keyof ResumeOptions, true>> = {
  team: true,
  context: true,
  executor: true,
  store: true,
  eventBuffer: true,
  prices: true,
  cancelGraceMs: true,
};

/**
 * A conversation as its log tells it: messages, task, queue, who has the floor. A turn that was running when the
 * writer was killed keeps its id: what is left of its processes is ended, then it runs again or goes to the human as lost.
 * Nothing of that happens until `proceed()` or `send()`, so that events can be subscribed to first. What is in `context`
 * is replaced.
 * @throws TypeError for an unknown option.
 * @throws CtxError `CTX_STORE_FAILED` when there is no session in the store or it cannot be used, `CTX_STORE_LOCKED` when
 *   somebody else writes it.
 */
export async function resumeConversation(options: ResumeOptions): Promise<Conversation> {
  requireNoMore(options, KNOWN_OPTIONS);
  const { team, store, eventBuffer, cancelGraceMs, prices } = options;
  const context = options.context ?? createTeamContext({ team });
  const executor = options.executor ?? createLocalExecutor({ team });
  const claim = createStoreClaim(store);
  // Claimed before it is read: what is read then stays as it is.
  await claim.take();
  let replayed: ReplayedSession;
  try {
    replayed = await replayRecords(store.read(), context);
  } catch (error) {
    await claim.release();
    throw error;
  }
  return openConversation({
    ...replayed,
    team,
    context,
    executor,
    store,
    claim,
    opening: [],
    eventBuffer,
    cancelGraceMs,
    prices,
  });
}
