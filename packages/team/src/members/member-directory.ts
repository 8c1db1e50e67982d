import { CtxError, type Speaker } from '@ctx/contract';
import type { AgentMember, HumanMember, Team, TeamMember } from '../team-file/team.ts';
import { normalizeName } from './normalize-name.ts';

/** Finds members by what they are called. */
export interface MemberDirectory {
  /** By id, name or display name; letter case, blanks, `-` and `_` do not count. */
  find(name: string): TeamMember | undefined;
  /** The same. @throws CtxError `CTX_UNKNOWN_MEMBER` that names those who are there. */
  require(name: string): TeamMember;
  /** By exact id. */
  byId(id: string): TeamMember | undefined;
  /** The member who gets the floor when nobody is called. */
  readonly firstHuman: HumanMember | undefined;
  readonly agents: readonly AgentMember[];
}

/** A directory of the team's members. */
export function createMemberDirectory(team: Pick<Team, 'members'>): MemberDirectory {
  const byName = new Map<string, TeamMember>();
  const byId = new Map<string, TeamMember>();
  for (const member of team.members) {
    byId.set(member.id, member);
    for (const name of [member.id, member.name, member.displayName]) {
      if (name !== undefined) byName.set(normalizeName(name), member);
    }
  }
  const find = (name: string) => byName.get(normalizeName(name));
  return {
    find,
    require(name) {
      const member = find(name);
      if (member !== undefined) return member;
      const ids = [...byId.keys()].join(', ');
      throw new CtxError('CTX_UNKNOWN_MEMBER', `Nobody in the team is called "${name}". Use one of: ${ids}`);
    },
    byId: (id) => byId.get(id),
    firstHuman: team.members.find((member) => member.type === 'human'),
    agents: team.members.filter((member) => member.type === 'ai'),
  };
}

/** A member as the speaker of a message. */
export function speakerOf(member: TeamMember): Speaker {
  return { roleId: member.id, roleName: member.label, type: member.type };
}
