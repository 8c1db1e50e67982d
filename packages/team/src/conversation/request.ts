import type { Conversation, SendOptions } from './conversation.ts';
import type { ConversationEvent, TurnEndEvent } from './conversation-event.ts';

/** Whom a request goes to, and what ends it early. */
export interface RequestOptions extends SendOptions {
  /** Ends the request: running turns are cancelled and waiting calls are removed. */
  readonly signal?: AbortSignal | undefined;
}

/** What one agent answered in one turn. */
export interface Reply {
  /** Id of the member. */
  readonly member: string;
  /** The answer; of a turn that did not complete what it had said, or `''`. */
  readonly text: string;
  readonly turn: string;
  readonly status: TurnEndEvent['status'];
}

/** What came of a request. */
export interface RequestOutcome {
  /** In the order in which the turns ended. */
  readonly replies: readonly Reply[];
  /**
   * `completed`: every turn completed, or another member stood in for it. `failed`: one did not, its outcome is unknown, or
   * the conversation failed. `stopped`: agents still wait, because a limit of the team was reached. `cancelled`: by the
   * signal.
   */
  readonly status: 'completed' | 'failed' | 'stopped' | 'cancelled';
}

/** Sends a message and gathers the answers until a human has the floor, or the conversation is over. */
export async function request(
  conversation: Conversation,
  text: string,
  { signal, ...options }: RequestOptions,
): Promise<RequestOutcome> {
  signal?.throwIfAborted();
  const events = conversation.events();
  const cancel = (): void => {
    conversation.cancel();
    // Refused only by a conversation that is over, and then there is nothing to remove.
    conversation.drop().catch(() => {});
  };
  try {
    await conversation.send(text, options);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    const outcome = await gather(events);
    return signal?.aborted ? { ...outcome, status: 'cancelled' } : outcome;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await events.return?.();
  }
}

async function gather(events: AsyncIterable<ConversationEvent>): Promise<RequestOutcome> {
  const texts = new Map<string, string>();
  const ends: TurnEndEvent[] = [];
  let status: RequestOutcome['status'] = 'completed';
  for await (const event of events) {
    if (event.type === 'message' && event.turn !== undefined) texts.set(event.message.id, event.message.content);
    if (event.type === 'turn-lost') status = 'failed';
    if (event.type === 'turn-end') {
      ends.push(event);
      if (event.status !== 'completed' && event.standIn === undefined) status = 'failed';
    }
    if (event.type === 'ended' && event.reason === 'failed') status = 'failed';
    const isOver = event.type === 'waiting-for-human' || event.type === 'ended';
    if (isOver && (event.reason === 'limit' || event.reason === 'max-turns')) status = 'stopped';
    if (isOver) break;
  }
  const replies = ends.map((end) => {
    const { member, turn, messageId = '' } = end;
    return { member, text: texts.get(messageId) ?? '', turn, status: end.status };
  });
  return { replies, status };
}
