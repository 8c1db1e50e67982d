import { CtxError, type Speaker } from '@ctx/contract';
import { type MemberDirectory, speakerOf } from './member-directory.ts';

// Somebody has to say the first word to a team of agents only.
const GUEST: Speaker = { roleId: 'human', roleName: 'Human', type: 'human' };

/**
 * The human who speaks or sets the task: by id, name or display name; without a name the first human of the team, or a
 * guest where there is none.
 * @throws CtxError `CTX_UNKNOWN_MEMBER` when nobody, or an agent, is called so.
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
