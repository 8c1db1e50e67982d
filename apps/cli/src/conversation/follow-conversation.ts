import type { Conversation, ConversationEvent, TurnEndEvent } from '@ctx/team';

/** How a followed conversation ended. */
export interface Outcome {
  readonly turns: readonly TurnEndEvent[];
  /** How many turns failed, timed out or were lost without a stand-in. */
  readonly failedTurns: number;
  /** Set if `maxTurns` or a limit was reached while agents are still waiting. */
  readonly stoppedBy?: 'max-turns' | 'limit' | undefined;
  /** Why the session could not be saved, if that ended the conversation. */
  readonly error?: Error | undefined;
}

/** How to follow a conversation. */
export interface FollowOptions {
  readonly show: (event: ConversationEvent) => void;
  /** Starts the agents, with `send` or `proceed`. */
  readonly begin: () => unknown;
  /** Any of these closes the conversation; partial answers are kept. */
  readonly stopOn?: readonly AbortSignal[] | undefined;
}

/** Shows a conversation until it is a human's turn, it ends, or one of the signals stops it. */
export async function followConversation(conversation: Conversation, options: FollowOptions): Promise<Outcome> {
  const turns: TurnEndEvent[] = [];
  let error: Error | undefined;
  let stoppedBy: Outcome['stoppedBy'];
  const stop = () => void conversation.close().catch(() => {});
  const stopSignals = options.stopOn ?? [];
  for (const signal of stopSignals) {
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }
  const events = conversation.events();
  try {
    await options.begin();
    for await (const event of events) {
      options.show(event);
      if (event.type === 'turn-end') turns.push(event);
      if (event.type === 'ended') error = event.error;
      if (event.type !== 'waiting-for-human' && event.type !== 'ended') continue;
      if (event.reason === 'max-turns' || event.reason === 'limit') stoppedBy = event.reason;
      break;
    }
  } finally {
    await events.return?.();
    for (const signal of stopSignals) signal.removeEventListener('abort', stop);
  }
  const failed = turns.filter(
    ({ status, standIn }) => status !== 'completed' && status !== 'cancelled' && standIn === undefined,
  );
  return { turns, failedTurns: failed.length, stoppedBy, error };
}
