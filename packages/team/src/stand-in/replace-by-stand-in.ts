import type { QueueEntry } from '@ctx/contract';
import { say } from '../conversation/floor/say.ts';
import type { LiveConversation } from '../conversation/live-conversation.ts';
import { recordAndPublish } from '../conversation/output/record-and-publish.ts';
import { SYSTEM_SPEAKER } from '../members/system-speaker.ts';
import type { AgentMember } from '../team-file/team.ts';
import { addStandIn } from './call-stand-in.ts';

/** Replaces a call of a resting member, already taken from the queue, by a call of its stand-in, and adds a notice. */
export async function replaceByStandIn(
  live: LiveConversation,
  member: AgentMember,
  call: QueueEntry,
  at: number,
): Promise<void> {
  const rest = live.state.resting.find(member.id, at);
  const called = rest === undefined ? undefined : addStandIn(live, member, call, at, call.id);
  if (called === undefined || rest === undefined) {
    // The member's rest has just ended, or no stand-in can be called: try the member itself.
    live.state.queue.putBack(call);
    return;
  }
  const until =
    rest.until === undefined
      ? 'before a human speaks'
      : `before ${new Date(rest.until).toISOString().slice(11, 16)} UTC`;
  const notice = {
    content: `${called.standIn.label} answers for ${member.label}, who is not asked again ${until}.`,
    speaker: SYSTEM_SPEAKER,
    timestamp: at,
  } as const;
  const { records, events } = say(live, notice, { at });
  await recordAndPublish(live, { records: [...called.records, ...records], events: [...called.events, ...events] });
}
