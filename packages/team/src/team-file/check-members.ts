import { normalizeAgentType } from '@ctx/contract';
import { AGENT_TYPES, API_AGENT_TYPES } from './agent-types.ts';
import { checkNames } from './check-names.ts';
import { checkCommandPermissions } from './check-permissions.ts';
import { checkStandIns } from './check-stand-ins.ts';
import { closestName } from './closest-name.ts';
import type { FieldPath } from './source-positions.ts';
import type { TeamFileContent } from './team-schema.ts';

type Member = TeamFileContent['members'][number];
type Agent = Extract<Member, { type: 'ai' }>;

/** A problem that a schema cannot express, at a field. */
export interface MemberProblem {
  readonly path: FieldPath;
  readonly message: string;
}

const BUILT_IN: ReadonlySet<string> = new Set(AGENT_TYPES.map(normalizeAgentType));
const COMMAND_FIELDS = ['command', 'output', 'permissionArgs', 'modelFlag', 'resumeFlag'] as const;

/**
 * Checks that involve several fields or several members. `agentTypes` are the types that the caller's own executor
 * runs.
 */
export function checkMembers(members: readonly Member[], agentTypes: readonly string[]): MemberProblem[] {
  const problems = [...checkNames(members), ...checkStandIns(members)];
  members.forEach((member, index) => {
    if (member.type !== 'ai') return;
    for (const problem of checkAgent(member, agentTypes)) {
      problems.push({ path: ['members', index, ...problem.path], message: problem.message });
    }
  });
  return problems;
}

function* checkAgent(agent: Agent, agentTypes: readonly string[]): Generator<MemberProblem> {
  const type = normalizeAgentType(agent.agentType);
  const isCommand = !BUILT_IN.has(type) || type === 'command';
  const isApi = API_AGENT_TYPES.includes(type);
  const known = BUILT_IN.has(type) || agentTypes.includes(type);

  if (!known && agent.command === undefined) {
    const choices = [...AGENT_TYPES, ...agentTypes];
    const meant = closestName(agent.agentType, choices);
    const advice =
      meant === undefined ? `use one of ${choices.join(', ')}, or give it a command` : `did you mean ${meant}?`;
    yield { path: ['agentType'], message: `"${agent.agentType}" is not a known agent type; ${advice}` };
  }
  if (type === 'command' && agent.command === undefined) {
    yield {
      path: ['command'],
      message: 'is missing; agentType command needs the program to run, such as [node, agent.mjs]',
    };
  }
  if (typeof agent.command === 'string' && /\s/.test(agent.command)) {
    const words = agent.command.trim().split(/\s+/).join(', ');
    yield { path: ['command'], message: `has spaces, but no shell splits it; write it as a list: [${words}]` };
  }
  for (const field of COMMAND_FIELDS) {
    if (isCommand || agent[field] === undefined) continue;
    yield { path: [field], message: `is for agentType command, not for ${agent.agentType}` };
  }
  if (isCommand && agent.command !== undefined) yield* checkCommandPermissions(agent);
  if (!isApi && agent.api !== undefined) {
    yield { path: ['api'], message: `is for agentType ${API_AGENT_TYPES.join(' and ')}, not for ${agent.agentType}` };
  }
  if (isApi) yield* checkApi(agent);
}

function* checkApi(agent: Agent): Generator<MemberProblem> {
  for (const field of ['args', 'env', 'cwd'] as const) {
    if (agent[field] === undefined) continue;
    yield { path: [field], message: `does not apply to ${agent.agentType}: no program is started` };
  }
  if (agent.model !== undefined) return;
  yield { path: ['model'], message: `is missing; ${agent.agentType} needs the name of a model` };
}
