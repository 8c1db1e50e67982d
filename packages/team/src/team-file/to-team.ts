import { resolve } from 'node:path';
import { contextWindowOf } from '@ctx/agent-runner';
import { normalizeAgentType, type Permissions } from '@ctx/contract';
import { isUnrestricted } from './check-permissions.ts';
import { passedVariables } from './env-schema.ts';
import type { AgentMember, Team, TeamMember } from './team.ts';
import type { TeamFileContent } from './team-schema.ts';

const DEFAULT_MAX_TURNS = 20;
/** The share of a model's known context window that a prompt may fill. */
const WINDOW_SHARE = 0.6;

type FileMember = TeamFileContent['members'][number];

/** The team with its defaults filled in and its paths resolved against `directory`. */
export function toTeam(content: TeamFileContent, file: string | undefined, directory: string | undefined): Team {
  return {
    name: content.name,
    task: content.task,
    maxTurns: content.maxTurns ?? DEFAULT_MAX_TURNS,
    parallel: content.parallel ?? false,
    agentsMaySetTask: content.agentsMaySetTask ?? false,
    briefing: content.briefing ?? true,
    guarded: content.guarded ?? true,
    ...(content.limits === undefined ? {} : { limits: content.limits }),
    members: content.members.map((member) => toMember(member, directory)),
    file,
  };
}

function toMember(member: FileMember, directory: string | undefined): TeamMember {
  const { id, name, displayName, role } = member;
  const identity = { id, name, displayName, role, label: displayName ?? name ?? id };
  if (member.type === 'human') return { ...identity, type: 'human' };
  return { ...identity, ...toAgent(member, directory) };
}

function toAgent(
  member: Extract<FileMember, { type: 'ai' }>,
  directory: string | undefined,
): Omit<AgentMember, 'id' | 'name' | 'displayName' | 'role' | 'label'> {
  const path = (value: string | undefined) =>
    value === undefined || directory === undefined ? value : resolve(directory, value);
  const { systemInstruction, command } = member;
  return {
    type: 'ai',
    agentType: normalizeAgentType(member.agentType),
    model: member.model,
    systemInstruction: Array.isArray(systemInstruction) ? systemInstruction.join('\n') : systemInstruction,
    instructionFile: path(member.instructionFile),
    cwd: path(member.cwd),
    env: passedVariables(member.env),
    args: member.args ?? [],
    windowSize: member.windowSize,
    maxTokens: member.maxTokens ?? budgetFor(member.model),
    maxBytes: member.maxBytes,
    memory: member.memory,
    permissions: permissionsOf(member),
    onLost: member.onLost,
    timeoutMs: member.timeoutMs,
    idleTimeoutMs: member.idleTimeoutMs,
    standIn: member.standIn,
    command: command === undefined ? undefined : toCommand(command),
    output: member.output,
    permissionArgs: member.permissionArgs,
    modelFlag: member.modelFlag,
    resumeFlag: member.resumeFlag,
    api: member.api,
  };
}

// The rest of the window is for the agent's own work: what it reads, thinks and answers.
function budgetFor(model: string | undefined): number | undefined {
  const window = model === undefined ? undefined : contextWindowOf(model);
  return window && Math.floor(window * WINDOW_SHARE);
}

/** The permissions of an agent, with the default filled in. */
export function permissionsOf(member: Extract<FileMember, { type: 'ai' }>): Permissions {
  return member.permissions ?? (isUnrestricted(member) ? 'unrestricted' : 'read-only');
}

function toCommand(command: string | readonly string[]): readonly [string, ...string[]] {
  if (typeof command === 'string') return [command];
  const [program, ...args] = command;
  return [program!, ...args];
}
