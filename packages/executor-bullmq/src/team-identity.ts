import { createHash } from 'node:crypto';
import { dirname, sep } from 'node:path';

/** What of a team has to be the same on the machines that hold its conversations and on those that run its turns. */
export interface TeamIdentity {
  /** The agents, by id. */
  readonly agents: ReadonlyMap<string, AgentIdentity>;
  /** Changes when anything about any agent does. */
  readonly hash: string;
}

/** One agent of a team. */
export interface AgentIdentity {
  readonly agentType: string;
  readonly hash: string;
}

/** A team as `@ctx/team` loads it; of its members everything counts. */
export interface IdentifiableTeam {
  readonly members: readonly { readonly id: string; readonly type: string; readonly agentType?: string | undefined }[];
  /** Absolute path of its file. Paths below its folder count as seen from there. */
  readonly file?: string | undefined;
}

/** Who is in a team, by content: the same file in another folder or on another machine has the same identity. */
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

/** The pool of the workers that run one type of agent for one team. */
export function poolName({ hash }: TeamIdentity, agentType: string): string {
  return `ctx.${encodeURIComponent(agentType)}.${hash.slice(0, 16)}`;
}

/** The type of agent a pool is for. */
export function poolAgentType(pool: string): string {
  return decodeURIComponent(pool.split('.').slice(1, -1).join('.'));
}

// JSON with its keys in order, without what is undefined, and with paths as seen from the team's folder.
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
