import type { AgentMember, Team } from '@ctx/team';

/** Returns the agents of a team, in the order of the team file. */
export function agentsOf({ members }: Pick<Team, 'members'>): AgentMember[] {
  return members.filter((member) => member.type === 'ai');
}
