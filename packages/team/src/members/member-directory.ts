import { CtxError, type Speaker } from '@ctx/contract';
import { normalizeName } from '@ctx/core/markers';
import type { AgentMember, HumanMember, Team, TeamMember } from '../team-file/team.ts';

/** Finds members by their names. */
export interface MemberDirectory {
  /** Finds a member by id, name or display name. Compares by `normalizeName` of `@ctx/core/markers`. */
  find(name: string): TeamMember | undefined;
  /** The same, but throws. @throws CtxError `CTX_UNKNOWN_MEMBER` with the ids of all members. */
  require(name: string): TeamMember;
  /** By exact id. */
  byId(id: string): TeamMember | undefined;
  /** The human who gets the floor when the queue is empty. */
  readonly firstHuman: HumanMember | undefined;
  readonly agents: readonly AgentMember[];
}

/** Creates the directory of a team. */
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
