import { type AgentDriver, CtxError } from '@ctx/contract';
import type { AgentMember } from '../team-file/team.ts';

/** The driver of a member behind a model API. */
export async function apiDriver(
  member: AgentMember,
  _env: Readonly<Record<string, string | undefined>>,
): Promise<AgentDriver> {
  throw new CtxError('CTX_TEAM_FILE', `${member.agentType} is not available yet.`);
}
