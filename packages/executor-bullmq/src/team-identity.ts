import { createHash } from 'node:crypto';
import { dirname, sep } from 'node:path';

/** The part of a team that must be the same on the machines that hold its conversations and on those that run its turns. */
export interface TeamIdentity {
  /** The agents, by id. */
  readonly agents: ReadonlyMap<string, AgentIdentity>;
  /** Changes with any setting of any agent. */
  readonly hash: string;
}

/** One agent of a team. */
export interface AgentIdentity {
  readonly agentType: string;
  readonly hash: string;
}

/** A team as `@ctx/team` loads it. All properties of its AI members are part of its identity. */
export interface IdentifiableTeam {
  readonly members: readonly { readonly id: string; readonly type: string; readonly agentType?: string | undefined }[];
  /** Absolute path of the team file. Paths below its folder are taken relative to that folder. */
  readonly file?: string | undefined;
}

/** Computes a team's identity. The same file in another folder or on another machine has the same identity. */
export function identifyTeam({ members, file }: IdentifiableTeam): TeamIdentity {
  const folder = file === undefined ? undefined : dirname(file);
  const agents = new Map<string, AgentIdentity>();
  for (const member of members) {
    if (member.type !== 'ai' || member.agentType === undefined) continue;
    agents.set(member.id, { agentType: member.agentType, hash: sha256(canonical(member, folder)) });
  }
  const all = [...agents].map(([id, { hash }]) => `${id} ${hash}`).sort();
  return { agents, hash: sha256(all.join('\n')) };
}

/** The name of the pool of workers that run one type of agent for one team. */
export function poolName({ hash }: TeamIdentity, agentType: string): string {
  return `ctx.${encodeURIComponent(agentType)}.${hash.slice(0, 16)}`;
}

/** Reads the agent type from a pool's name. */
export function poolAgentType(pool: string): string {
  return decodeURIComponent(pool.split('.').slice(1, -1).join('.'));
}

// JSON with sorted keys, without undefined values, and with paths relative to the team's folder.
function canonical(value: unknown, folder: string | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, folder)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, folder)}`).join(',')}}`;
  }
  if (typeof value !== 'string' || folder === undefined) return JSON.stringify(value) ?? 'null';
  if (value === folder) return '"."';
  return JSON.stringify(value.startsWith(folder + sep) ? `.${value.slice(folder.length)}` : value);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
