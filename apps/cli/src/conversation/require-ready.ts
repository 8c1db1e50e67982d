import { relative } from 'node:path';
import { findProgram } from '@ctx/agent-runner';
import { ContextBudgetError } from '@ctx/contract';
import {
  type AgentMember,
  assembleForMember,
  createMemberDirectory,
  type FieldProblem,
  humanSpeaker,
  type Team,
  teamFileErrorAt,
} from '@ctx/team';
import { isFolder } from '../path-kind.ts';
import { createAppContext } from './app-context.ts';

/**
 * Refuses a team whose turns could only fail here: full access that is not allowed, a folder or a program that is not
 * there, a budget that cannot hold the instructions. Call it after the person trusts the team: it reads their files.
 * @throws TeamFileError with the line of each such field.
 */
export async function requireReady(
  team: Team,
  { allowFull }: { readonly allowFull?: boolean | undefined },
): Promise<void> {
  const problems: FieldProblem[] = [];
  for (const [index, member] of team.members.entries()) {
    if (member.type !== 'ai') continue;
    for await (const [field, message] of problemsOf(team, member, allowFull === true)) {
      problems.push({ path: ['members', index, field], message });
    }
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw await teamFileErrorAt(relative('', team.file ?? ''), [first, ...rest]);
}

async function* problemsOf(
  team: Team,
  member: AgentMember,
  allowFull: boolean,
): AsyncGenerator<readonly [field: keyof AgentMember, message: string]> {
  const { permissions, cwd, command } = member;
  if (permissions === 'full' && !allowFull) yield ['permissions', 'full access needs --allow-full'];
  if (cwd !== undefined && !(await isFolder(cwd))) yield ['cwd', `there is no folder ${cwd}`];
  else if (command !== undefined && (await findProgram(command[0], process.env, { cwd })) === undefined) {
    yield ['command', `the program ${command[0]} was not found; install it, or give its path`];
  }
  const tooSmall = await budgetProblem(team, member);
  if (tooSmall !== undefined) yield tooSmall;
}

// A prompt with a message of one letter has no room to spare.
async function budgetProblem(
  team: Team,
  member: AgentMember,
): Promise<readonly ['maxBytes' | 'maxTokens', string] | undefined> {
  const context = createAppContext(team);
  if (team.task !== undefined) context.setTeamTask(team.task);
  context.addMessage({ content: 'x', speaker: humanSpeaker(createMemberDirectory(team)) });
  try {
    await assembleForMember({ context, team }, member);
    return undefined;
  } catch (error) {
    if (!ContextBudgetError.isInstance(error)) throw error;
    const { budget, maxBytes, maxTokens, requiredBytes, requiredTokens } = error;
    const [field, has, needs] =
      budget === 'tokens'
        ? (['maxTokens', `${maxTokens} tokens`, requiredTokens] as const)
        : (['maxBytes', `${maxBytes} bytes`, requiredBytes] as const);
    return [field, `${has} cannot hold its instructions and a message; at least ${needs} are needed`];
  }
}
