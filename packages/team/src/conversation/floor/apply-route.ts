import type { ConversationMessage, SessionRecord } from '@ctx/contract';
import type { NewCall } from '../../queue/turn-queue.ts';
import type { Route } from '../../routing/read-route.ts';
import type { ConversationEvent, QueueEvent } from '../conversation-event.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../output/record-and-publish.ts';
import { setTask } from './set-task.ts';

type SpokenMessage = Pick<ConversationMessage, 'id' | 'speaker'>;

/** Does what the markers of a message ask for: sets the task, drops calls and adds calls to the queue. */
export function applyRoute(live: LiveConversation, message: SpokenMessage, route: Route, at: number): Consequences {
  const task = applyTask(live, message, route, at);
  const queue = applyCalls(live, message, route, at);
  return {
    records: [...task.records, ...queue.records],
    events: [...task.events, ...unresolved(message, route), ...queue.events],
  };
}

function applyTask(
  { context, team }: LiveConversation,
  { speaker }: SpokenMessage,
  { task }: Route,
  at: number,
): Consequences {
  if (task === undefined) return { records: [], events: [] };
  if (speaker.type === 'human' || team.agentsMaySetTask) return setTask(context, task, speaker.roleId, at);
  const text = `${speaker.roleName} tried to set the team task; set agentsMaySetTask to allow it.`;
  return { records: [], events: [{ type: 'notice', kind: 'task-refused', text }] };
}

function unresolved({ id, speaker }: SpokenMessage, route: Route): ConversationEvent[] {
  const { callsSelf, unknownNames, unknownIntents, nearMisses } = route;
  const told = { type: 'unresolved', message: id } as const;
  const events: ConversationEvent[] = [];
  if (callsSelf) events.push({ ...told, reason: 'self', names: [speaker.roleName] });
  if (unknownNames.length > 0) events.push({ ...told, reason: 'unknown-name', names: unknownNames });
  if (unknownIntents.length > 0) events.push({ ...told, reason: 'unknown-intent', names: unknownIntents });
  for (const text of nearMisses) events.push({ ...told, reason: 'not-a-marker', text });
  return events;
}

// Drop first, so that `[DROP: ALL]` never removes the calls of its own message.
function applyCalls(
  { state }: LiveConversation,
  { id, speaker }: SpokenMessage,
  route: Route,
  at: number,
): Consequences {
  const byHuman = speaker.type === 'human';
  const droppedMembers = new Set(route.drops.map((member) => member.id));
  const dropped = state.queue.remove(
    (entry) => (route.dropAll || droppedMembers.has(entry.member)) && (byHuman || !entry.byHuman),
  );
  const { added, refused } = state.queue.add(
    route.calls.map(({ member, intent }): NewCall => ({ member: member.id, replyTo: id, intent, byHuman })),
  );

  const records: SessionRecord[] = [];
  if (added.length > 0 || dropped.length > 0) {
    const removed = dropped.map((entry) => entry.id);
    records.push({ type: 'queue', added: unlessEmpty(added), removed: unlessEmpty(removed), at });
  }
  const waiting = state.queue.waiting().length;
  const queueEvents = (change: QueueEvent['change'], entries: QueueEvent['entries']): QueueEvent[] =>
    entries.length === 0 ? [] : [{ type: 'queue', change, entries, waiting }];
  const withoutId = refused.map((call) => ({ id: '', ...call }));
  return {
    records,
    events: [...queueEvents('dropped', dropped), ...queueEvents('added', added), ...queueEvents('refused', withoutId)],
  };
}

function unlessEmpty<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}
