import type { Conversation, ConversationEvent, TurnEndEvent } from '@ctx/team';

/** How a stretch of conversation went. */
export interface Outcome {
  readonly turns: readonly TurnEndEvent[];
  /** Turns that failed, timed out or were lost, and for which no stand-in was called. */
  readonly failedTurns: number;
  /** Calls wait, but the agents have had all their turns, or have reached a limit: a human has to act. */
  readonly isStopped: boolean;
  /** What kept the session from being kept, when that is how it ended. */
  readonly error?: Error | undefined;
}

/** How a conversation is followed. */
export interface FollowOptions {
  readonly show: (event: ConversationEvent) => void;
  /** Starts it: `send`, or `proceed`. */
  readonly begin: () => unknown;
  /** Any of these closes the conversation; what the running agents had said is kept. */
  readonly stopOn?: readonly AbortSignal[] | undefined;
}

/** Shows a conversation until a human has the floor, it ends, or somebody stops it. */
export async function followConversation(conversation: Conversation, options: FollowOptions): Promise<Outcome> {
  const turns: TurnEndEvent[] = [];
  let error: Error | undefined;
  let isStopped = false;
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
      isStopped = event.reason === 'max-turns' || event.reason === 'limit';
      break;
    }
  } finally {
    await events.return?.();
    for (const signal of stopSignals) signal.removeEventListener('abort', stop);
  }
  const failed = turns.filter(
    ({ status, standIn }) => status !== 'completed' && status !== 'cancelled' && standIn === undefined,
  );
  return { turns, failedTurns: failed.length, isStopped, error };
}
