import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../output/record-and-publish.ts';

/** Removes the calls of one member (by id) from the queue, or all calls. Running turns continue. */
export function dropCalls({ state }: LiveConversation, member: string | undefined, at: number): Consequences {
  const dropped = state.queue.remove((entry) => member === undefined || entry.member === member);
  if (dropped.length === 0) return { records: [], events: [] };
  const waiting = state.queue.waiting().length;
  return {
    records: [{ type: 'queue', removed: dropped.map(({ id }) => id), at }],
    events: [{ type: 'queue', change: 'dropped', entries: dropped, waiting }],
  };
}
