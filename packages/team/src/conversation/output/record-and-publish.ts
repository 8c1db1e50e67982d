import type { SessionRecord } from '@ctx/contract';
import type { ConversationEvent } from '../conversation-event.ts';
import { noteRecords } from '../conversation-state.ts';
import type { LiveConversation } from '../live-conversation.ts';

/** What follows from a change of the conversation: records for the log and events for the readers. */
export interface Consequences {
  readonly records: readonly SessionRecord[];
  readonly events: readonly ConversationEvent[];
}

/**
 * Writes the records to the log, then publishes the events in one go, then waits for slow readers. Rejects without
 * publishing anything when the log cannot be written.
 */
export async function recordAndPublish(
  { journal, hub, state }: Pick<LiveConversation, 'journal' | 'hub' | 'state'>,
  { records, events }: Consequences,
): Promise<void> {
  noteRecords(state, records);
  await journal.write(records);
  let room: Promise<void> | undefined;
  for (const event of events) room = hub.publish(event) ?? room;
  await room;
}
