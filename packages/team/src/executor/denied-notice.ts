import type { AgentEvent } from '@ctx/contract';
import type { AgentMember } from '../team-file/team.ts';

const ADVICE: Readonly<Partial<Record<AgentMember['permissions'], string>>> = {
  'read-only': '`permissions: edit` in the team file allows changes to files',
  edit: '`permissions: full` in the team file, with full access allowed, allows everything',
};

/** Adds to a notice about a denied permission the field of the team file that would allow it. */
export function withPermissionAdvice(event: AgentEvent, { permissions }: AgentMember): AgentEvent {
  const advice = ADVICE[permissions];
  if (event.type !== 'notice' || event.kind !== 'permission-denied' || advice === undefined) return event;
  return { ...event, message: `${event.message} (${advice})` };
}
