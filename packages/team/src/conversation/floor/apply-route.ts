import type { ConversationMessage, SessionRecord } from '@ctx/contract';
import type { NewCall } from '../../queue/turn-queue.ts';
import type { Route } from '../../routing/read-route.ts';
import type { ConversationEvent, QueueEvent } from '../conversation-event.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../telling/tell.ts';
import { setTask } from './set-task.ts';

type Speech = Pick<ConversationMessage, 'id' | 'speaker'>;

/** Does what a message asks for. */
export function applyRoute(live: LiveConversation, message: Speech, route: Route, at: number): Consequences {
  const task = applyTask(live, message, route, at);
  const queue = applyCalls(live, message, route, at);
  return {
    records: [...task.records, ...queue.records],
    events: [...task.events, ...unresolved(message, route), ...queue.events],
  };
}

function applyTask(
  { context, team }: LiveConversation,
  { speaker }: Speech,
  { task }: Route,
  at: number,
): Consequences {
  if (task === undefined) return { records: [], events: [] };
  if (speaker.type === 'human' || team.agentsMaySetTask) return setTask(context, task, speaker.roleId, at);
  const text = `${speaker.roleName} tried to set the team task; set agentsMaySetTask to allow it.`;
  return { records: [], events: [{ type: 'notice', kind: 'task-refused', text }] };
}

function unresolved({ id, speaker }: Speech, { callsSelf, unknownNames }: Route): ConversationEvent[] {
  const events: ConversationEvent[] = [];
  if (callsSelf) events.push({ type: 'unresolved', reason: 'self', names: [speaker.roleName], message: id });
  if (unknownNames.length > 0) {
    events.push({ type: 'unresolved', reason: 'unknown-name', names: unknownNames, message: id });
  }
  return events;
}

// Drops come first, so that `[DROP: ALL]` never takes the calls of its own message.
function applyCalls({ state }: LiveConversation, { id, speaker }: Speech, route: Route, at: number): Consequences {
  const byHuman = speaker.type === 'human';
  const unwanted = new Set(route.drops.map((member) => member.id));
  const dropped = state.queue.remove(
    (entry) => (route.dropAll || unwanted.has(entry.member)) && (byHuman || !entry.byHuman),
  );
  const { added, refused } = state.queue.add(
    route.calls.map(({ member, intent }): NewCall => ({ member: member.id, replyTo: id, intent, byHuman })),
  );

  const records: SessionRecord[] = [];
  if (added.length > 0 || dropped.length > 0) {
    const removed = dropped.map((entry) => entry.id);
    records.push({ type: 'queue', added: orNothing(added), removed: orNothing(removed), at });
  }
  const waiting = state.queue.waiting().length;
  const change = (what: QueueEvent['change'], entries: QueueEvent['entries']): QueueEvent[] =>
    entries.length === 0 ? [] : [{ type: 'queue', change: what, entries, waiting }];
  const withoutId = refused.map((call) => ({ id: '', ...call }));
  return {
    records,
    events: [...change('dropped', dropped), ...change('added', added), ...change('refused', withoutId)],
  };
}

function orNothing<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}
