import type { ConversationMessage, IContextProvider, SessionRecord, Speaker } from '@ctx/contract';
import type { NewCall } from '../queue/turn-queue.ts';
import type { Route } from '../routing/read-route.ts';
import type { ConversationEvent, QueueEvent } from './conversation-event.ts';
import type { ConversationState } from './conversation-state.ts';

/** What has to be written down and told after a change. */
export interface Consequences {
  readonly records: SessionRecord[];
  readonly events: ConversationEvent[];
}

/** Does what a message asks for: drops first, so that `[DROP: ALL]` never takes the calls of its own message. */
export function applyRoute(
  state: ConversationState,
  context: IContextProvider,
  message: ConversationMessage,
  route: Route,
  { agentsMaySetTask, at }: { readonly agentsMaySetTask: boolean; readonly at: number },
): Consequences {
  const events: ConversationEvent[] = [];
  const records: SessionRecord[] = [];
  const byHuman = message.speaker.type === 'human';

  if (route.task !== undefined) {
    if (byHuman || agentsMaySetTask) {
      context.setTeamTask(route.task);
      // The context may have cut it.
      const task = context.getTeamTask() ?? route.task;
      records.push({ type: 'task', task, by: message.speaker.roleId, at });
      events.push({ type: 'task', task, by: message.speaker.roleId });
    } else {
      events.push(taskRefused(message.speaker));
    }
  }
  if (route.callsSelf) events.push(unresolved('self', [message.speaker.roleName], message.id));
  if (route.unknownNames.length > 0) events.push(unresolved('unknown-name', route.unknownNames, message.id));

  const unwanted = new Set(route.drops.map(({ id }) => id));
  const dropped = state.queue.remove(
    (entry) => (route.dropAll || unwanted.has(entry.member)) && (byHuman || !entry.byHuman),
  );
  const { added, refused } = state.queue.add(
    route.calls.map(({ member, intent }): NewCall => ({ member: member.id, replyTo: message.id, intent, byHuman })),
  );
  if (added.length > 0 || dropped.length > 0) {
    const removed = dropped.map(({ id }) => id);
    records.push({ type: 'queue', added: orNothing(added), removed: orNothing(removed), at });
  }

  const waiting = state.queue.waiting().length;
  const changed = (change: QueueEvent['change'], entries: QueueEvent['entries']) => {
    if (entries.length > 0) events.push({ type: 'queue', change, entries, waiting });
  };
  changed('dropped', dropped);
  changed('added', added);
  changed(
    'refused',
    refused.map((call) => ({ id: '', ...call })),
  );
  return { records, events };
}

function orNothing<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

function taskRefused({ roleName }: Speaker): ConversationEvent {
  return {
    type: 'notice',
    kind: 'task-refused',
    text: `${roleName} tried to set the team task; set agentsMaySetTask to allow it.`,
  };
}

function unresolved(reason: 'self' | 'unknown-name', names: readonly string[], message: string): ConversationEvent {
  return { type: 'unresolved', reason, names, message };
}
