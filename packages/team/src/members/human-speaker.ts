import { CtxError, type Speaker } from '@ctx/contract';
import { type MemberDirectory, speakerOf } from './member-directory.ts';

// Speaks to a team that has no human member.
const GUEST: Speaker = { roleId: 'human', roleName: 'Human', type: 'human' };

/**
 * Finds the human who speaks or sets the task, by id, name or display name. Without a name: the first human of the team,
 * or a guest in a team without humans.
 * @throws CtxError `CTX_UNKNOWN_MEMBER` when the name is unknown or belongs to an agent.
 */
export function humanSpeaker(directory: MemberDirectory, name?: string): Speaker {
  if (name === undefined) return directory.firstHuman === undefined ? GUEST : speakerOf(directory.firstHuman);
  const member = directory.require(name);
  if (member.type === 'human') return speakerOf(member);
  throw new CtxError(
    'CTX_UNKNOWN_MEMBER',
    `${member.label} is an agent. Only a human can say something or set the task here.`,
  );
}
