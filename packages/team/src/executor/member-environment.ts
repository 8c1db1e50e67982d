import type { AgentMember } from '../team-file/team.ts';

/** The variables that a member's `env` lists. */
export interface MemberEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** For each name in `env`, the variable that its value comes from. */
  readonly sources: Readonly<Record<string, string>>;
  /** Source variables that are not set. */
  readonly missing: readonly string[];
}

/** Looks up the values of a member's variables in `source`. The team file holds only their names. */
export function memberEnvironment(
  member: Pick<AgentMember, 'env'>,
  source: Readonly<Record<string, string | undefined>>,
): MemberEnvironment {
  const env: Record<string, string> = {};
  const sources: Record<string, string> = {};
  const missing: string[] = [];
  for (const { name, from } of member.env) {
    const value = source[from];
    if (value === undefined) missing.push(from);
    else {
      env[name] = value;
      sources[name] = from;
    }
  }
  return { env, sources, missing };
}

/** The variables that a member was given on purpose, with the key of its API: what a redactor must know. */
export function namedVariables(
  member: Pick<AgentMember, 'env' | 'api'>,
  source: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const { env } = memberEnvironment(member, source);
  const key = member.api?.apiKeyEnv;
  return key === undefined ? env : { ...env, [key]: source[key] };
}
