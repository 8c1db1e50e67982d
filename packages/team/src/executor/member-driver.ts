import { claude, codex, command, copilot, gemini, opencode, qwen } from '@ctx/agent-runner';
import { type AgentDriver, CtxError } from '@ctx/contract';
import type { AgentMember } from '../team-file/team.ts';
import { type ApiSurroundings, apiDriver } from './api-driver.ts';

/** A program and the arguments before all others. */
export interface Executable {
  readonly file: string;
  readonly args?: readonly string[] | undefined;
}

/** What a driver needs besides the member. */
export interface DriverSurroundings extends ApiSurroundings {
  /** Run instead of the agent's own program. */
  readonly executable?: Executable | undefined;
}

/**
 * The driver of a member, by its agent type; a type of its own is a command.
 * @throws CtxError `CTX_TEAM_FILE` for a type that nothing here can run; for an API, when its SDK or key is missing.
 */
export async function memberDriver(member: AgentMember, surroundings: DriverSurroundings): Promise<AgentDriver> {
  const options = { executable: surroundings.executable, args: member.args };
  switch (member.agentType) {
    case 'claude-code':
      return claude(options);
    case 'openai-codex':
      return codex(options);
    case 'google-gemini':
      return gemini(options);
    case 'qwen':
      return qwen(options);
    case 'opencode':
      return opencode(options);
    case 'copilot':
      return copilot(options);
    case 'gemini-api':
    case 'openai-api':
      return apiDriver(member, surroundings);
    default:
      return commandDriver(member, surroundings.executable);
  }
}

function commandDriver(member: AgentMember, executable: Executable | undefined): AgentDriver {
  const [file, ...args] = executable ? [executable.file, ...(executable.args ?? [])] : (member.command ?? []);
  if (file === undefined) {
    throw new CtxError(
      'CTX_TEAM_FILE',
      `Nothing here can run ${member.id}: "${member.agentType}" is not a built-in agent type, and it has no command.`,
    );
  }
  return command({
    file,
    args: [...args, ...member.args],
    agentType: member.agentType,
    output: member.output,
    permissionArgs: member.permissionArgs,
    modelFlag: member.modelFlag,
    resumeFlag: member.resumeFlag,
    idleTimeoutMs: member.idleTimeoutMs,
  });
}
