import type { Permissions } from '@ctx/contract';
import type { MemberProblem } from './check-members.ts';
import { closestName } from './closest-name.ts';
import type { TeamFileContent } from './team-schema.ts';
import { permissionsOf } from './to-team.ts';

type Member = TeamFileContent['members'][number];

const RANKS: readonly Permissions[] = ['read-only', 'edit', 'full', 'unrestricted'];

/** Checks that each stand-in is another agent of the team, with no more permissions than the member it stands in for. */
export function checkStandIns(members: readonly Member[]): MemberProblem[] {
  return members.flatMap((member, index) => {
    const problem = member.type === 'ai' ? standInProblem(member, members) : undefined;
    return problem === undefined ? [] : [{ path: ['members', index, 'standIn'], message: problem }];
  });
}

function standInProblem(member: Extract<Member, { type: 'ai' }>, members: readonly Member[]): string | undefined {
  const { id, standIn } = member;
  if (standIn === undefined) return undefined;
  if (standIn === id) return 'names the member itself; name another agent';
  const other = members.find((candidate) => candidate.id === standIn);
  if (other?.type !== 'ai') {
    const agents = members.filter(({ type }) => type === 'ai').map((agent) => agent.id);
    const meant = closestName(standIn, agents);
    const what = other === undefined ? 'is not the id of a member' : 'is a human';
    return `"${standIn}" ${what}; ${meant === undefined ? 'name an agent by its id' : `did you mean ${meant}?`}`;
  }
  const [own, others] = [permissionsOf(member), permissionsOf(other)];
  if (RANKS.indexOf(others) <= RANKS.indexOf(own)) return undefined;
  return `"${standIn}" is ${others} and ${id} is ${own}: a stand-in may not do more than the member it stands in for`;
}
