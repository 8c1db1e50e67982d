import type { QueueEntry } from '@ctx/contract';
import { say } from '../conversation/floor/say.ts';
import type { LiveConversation } from '../conversation/live-conversation.ts';
import { recordAndPublish } from '../conversation/output/record-and-publish.ts';
import type { AgentMember } from '../team-file/team.ts';
import { addStandIn } from './call-stand-in.ts';

/** Calls the stand-in of a member that rests, in place of a call that was taken out of the queue, and says so. */
export async function replaceByStandIn(
  live: LiveConversation,
  member: AgentMember,
  call: QueueEntry,
  at: number,
): Promise<void> {
  const rest = live.state.resting.find(member.id, at);
  const called = rest === undefined ? undefined : addStandIn(live, member, call, at, call.id);
  if (called === undefined || rest === undefined) {
    // Its time is just over: it is tried itself.
    live.state.queue.putBack(call);
    return;
  }
  const until =
    rest.until === undefined
      ? 'before somebody speaks'
      : `before ${new Date(rest.until).toISOString().slice(11, 16)} UTC`;
  const notice = {
    content: `${called.standIn.label} answers for ${member.label}, who is not asked again ${until}.`,
    speaker: { roleId: 'system', roleName: 'System', type: 'system' },
    timestamp: at,
  } as const;
  const { records, events } = say(live, notice, { at });
  await recordAndPublish(live, { records: [...called.records, ...records], events: [...called.events, ...events] });
}
