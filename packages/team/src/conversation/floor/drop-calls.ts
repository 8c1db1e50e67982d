import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../telling/tell.ts';

/** Takes the calls of a member out of the queue, by id, or all of them. What runs is left alone. */
export function dropCalls({ state }: LiveConversation, member: string | undefined, at: number): Consequences {
  const dropped = state.queue.remove((entry) => member === undefined || entry.member === member);
  if (dropped.length === 0) return { records: [], events: [] };
  const waiting = state.queue.waiting().length;
  return {
    records: [{ type: 'queue', removed: dropped.map(({ id }) => id), at }],
    events: [{ type: 'queue', change: 'dropped', entries: dropped, waiting }],
  };
}
