import type { AgentMember } from '../team-file/team.ts';

/** The variables a member asked for, as found. */
export interface MemberEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** By name, the variable a value was found in. */
  readonly sources: Readonly<Record<string, string>>;
  /** Names that are not set where they should come from. */
  readonly missing: readonly string[];
}

/** Looks up the variables a team file names. The file holds names only, so this is where values come in. */
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
