import type { SessionMember } from '@ctx/contract';
import type { Team } from '../team-file/team.ts';

/** The members of a team in the form of a session's first record. */
export function sessionMembers({ members }: Pick<Team, 'members'>): SessionMember[] {
  return members.map((member) => ({
    id: member.id,
    name: member.label,
    type: member.type,
    agentType: member.type === 'ai' ? member.agentType : undefined,
  }));
}
