import type { SessionStore } from '@ctx/contract';
import { createLocalExecutor } from '../executor/local-executor.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { openConversation } from './open-conversation.ts';
import { replayRecords } from './replay/replay-records.ts';
import { createTeamContext } from './team-context.ts';

/** As for `createConversation`, but the store is where the conversation comes from. */
export interface ResumeOptions extends Omit<ConversationOptions, 'sessionId' | 'snapshot' | 'store'> {
  readonly store: SessionStore;
}

/**
 * A conversation as its log tells it: messages, task, queue, who has the floor. A turn that was running when the
 * writer was killed is due again. Nothing runs until `proceed()` or `send()`, so that events can be subscribed to first.
 * What is in `context` is replaced.
 * @throws CtxError `CTX_STORE_FAILED` when there is no session in the store.
 */
export async function resumeConversation(options: ResumeOptions): Promise<Conversation> {
  const { team, store, eventBuffer, cancelGraceMs } = options;
  const context = options.context ?? createTeamContext({ team });
  const executor = options.executor ?? createLocalExecutor({ team });
  const { sessionId, seq, state } = await replayRecords(store.read(), context);
  return openConversation({
    team,
    sessionId,
    context,
    executor,
    store,
    state,
    seq,
    opening: [],
    eventBuffer,
    cancelGraceMs,
  });
}
