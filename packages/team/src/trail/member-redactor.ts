import { createRedactor, type Redactor, secretValues } from '@ctx/agent-runner';
import { namedVariables } from '../executor/member-environment.ts';
import type { AgentMember } from '../team-file/team.ts';

/** Creates a redactor for this machine's secrets, those that the member was given, and texts that look like secrets. */
export function memberRedactor(
  member: Pick<AgentMember, 'env' | 'api'>,
  host: Readonly<Record<string, string | undefined>> = process.env,
): Redactor {
  return createRedactor(secretValues(host, namedVariables(member, host)));
}
