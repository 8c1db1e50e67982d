import type { SessionRecord } from '@ctx/contract';
import type { ConversationEvent } from '../conversation-event.ts';
import { noteRecords } from '../conversation-state.ts';
import type { LiveConversation } from '../live-conversation.ts';

/** What has to be written down and told after something happened. */
export interface Consequences {
  readonly records: readonly SessionRecord[];
  readonly events: readonly ConversationEvent[];
}

/**
 * Writes down what happened, then tells it without anything coming in between, and waits for slow readers. Rejects
 * when the log cannot be written; nothing is told then.
 */
export async function tell(
  { journal, hub, state }: Pick<LiveConversation, 'journal' | 'hub' | 'state'>,
  { records, events }: Consequences,
): Promise<void> {
  noteRecords(state, records);
  await journal.write(records);
  let room: Promise<void> | undefined;
  for (const event of events) room = hub.publish(event) ?? room;
  await room;
}
