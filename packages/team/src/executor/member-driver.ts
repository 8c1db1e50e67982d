import { command, findAgentCli } from '@ctx/agent-runner';
import { type AgentDriver, CtxError } from '@ctx/contract';
import { API_AGENT_TYPES } from '../team-file/agent-types.ts';
import type { AgentMember } from '../team-file/team.ts';
import { type ApiSurroundings, apiDriver } from './api-driver.ts';

/** A program and its first arguments. */
export interface Executable {
  readonly file: string;
  readonly args?: readonly string[] | undefined;
}

/** What a driver needs besides the member. */
export interface DriverSurroundings extends ApiSurroundings {
  /** The program to run instead of the agent's own. */
  readonly executable?: Executable | undefined;
}

/**
 * The driver of a member, by its agent type. A type that is not built in runs the member's `command`.
 * @throws CtxError `CTX_TEAM_FILE` for an unknown type without a command; for an API, `CTX_AGENT_NOT_FOUND` when its SDK
 *   is not installed and `CTX_AGENT_AUTH` when there is no key.
 */
export async function memberDriver(member: AgentMember, surroundings: DriverSurroundings): Promise<AgentDriver> {
  const options = { executable: surroundings.executable, args: member.args };
  const cli = findAgentCli(member.agentType);
  if (cli !== undefined) return cli.createDriver(options);
  if (API_AGENT_TYPES.includes(member.agentType)) return apiDriver(member, surroundings);
  return commandDriver(member, surroundings.executable);
}

function commandDriver(member: AgentMember, executable: Executable | undefined): AgentDriver {
  const [file, ...args] = executable ? [executable.file, ...(executable.args ?? [])] : (member.command ?? []);
  if (file === undefined) {
    throw new CtxError(
      'CTX_TEAM_FILE',
      `${member.id} cannot run: "${member.agentType}" is not a built-in agent type, and the member has no command.`,
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
