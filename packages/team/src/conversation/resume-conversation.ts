import { requireNoMore, type SessionStore } from '@ctx/contract';
import { changedLimits, limitsInForce } from '../cost/limits-in-force.ts';
import { createLocalExecutor } from '../executor/local-executor.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { openConversation } from './open-conversation.ts';
import { createStoreClaim } from './output/store-claim.ts';
import { type ReplayedSession, replayRecords } from './replay/replay-records.ts';
import { createTeamContext } from './team-context.ts';

/** Options of `resumeConversation`: those of `createConversation`, with the store that holds the session. */
export interface ResumeOptions extends Omit<ConversationOptions, 'sessionId' | 'snapshot' | 'store'> {
  readonly store: SessionStore;
}

const KNOWN_OPTIONS: Readonly<Record<keyof ResumeOptions, true>> = {
  team: true,
  context: true,
  executor: true,
  store: true,
  eventBuffer: true,
  limits: true,
  prices: true,
  cancelGraceMs: true,
  changes: true,
};

/**
 * Restores a conversation from its log: messages, task, queue and floor. The content of `context` is replaced. A turn
 * that was running when the writer was killed keeps its id: its leftover processes are ended, then it runs again or
 * becomes a lost turn for the human to decide about. This happens at the first `proceed()`, `send()` or other change, so
 * that you can subscribe to events before.
 * @throws TypeError for an unknown option.
 * @throws CtxError `CTX_STORE_FAILED` when the store has no session or an unusable one, `CTX_STORE_LOCKED` while another
 *   writer has it.
 */
export async function resumeConversation(options: ResumeOptions): Promise<Conversation> {
  requireNoMore(options, KNOWN_OPTIONS);
  const { team, store, eventBuffer, cancelGraceMs, prices, changes } = options;
  const context = options.context ?? createTeamContext({ team });
  const executor = options.executor ?? createLocalExecutor({ team });
  const claim = createStoreClaim(store);
  // Claim first, so that nobody else changes the log after it was read.
  await claim.take();
  let replayed: ReplayedSession;
  try {
    replayed = await replayRecords(store.read(), context);
  } catch (error) {
    await claim.release();
    throw error;
  }
  const { sessionId, seq, state, limits: logged } = replayed;
  const limits = limitsInForce(options.limits, team.limits, logged);
  return openConversation({
    sessionId,
    seq,
    state,
    team: { ...team, limits },
    context,
    executor,
    store,
    claim,
    opening: changedLimits(limits, team.limits, logged),
    eventBuffer,
    cancelGraceMs,
    prices,
    changes,
  });
}
