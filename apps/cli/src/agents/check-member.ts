import { basename, resolve } from 'node:path';
import { findAgentCli, findProgram, type ProbeResult, probe } from '@ctx/agent-runner';
import { CtxError } from '@ctx/contract';
import { type AgentMember, type ApiKeySource, apiKeySource, memberEnvironment } from '@ctx/team';
import { isFile, isFolder } from '../path-kind.ts';
import { forCommandLine } from '../terminal/describe-error.ts';
import { describeProblem, type ProbedCli, problemOf } from './probed-clis.ts';

/** Codex signs in to OpenAI; another model provider has its own key, or needs none. */
const CODEX_PROVIDER = /^(?:--config=)?model_provider=/;

/** Returns what keeps a member from taking a turn, each with how to fix it. Empty if it can take one. */
export async function checkMember(
  member: AgentMember,
  clis: readonly ProbedCli[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const problems: (string | undefined)[] = [];
  const known = findAgentCli(member.agentType);
  const cli = clis.find(({ agentType }) => agentType === known?.agentType);
  const keySource = apiKeySource(member);
  if (cli !== undefined) problems.push(await cliProblem(member, cli, env));
  else if (keySource !== undefined) problems.push(keyProblem(keySource, env));
  else if (member.command !== undefined) problems.push(await programProblem(member.command[0], member.cwd, env));
  if (member.cwd !== undefined && !(await isFolder(member.cwd))) {
    problems.push(`There is no folder ${member.cwd}. Create it, or correct cwd in the team file.`);
  }
  const { instructionFile } = member;
  if (instructionFile !== undefined && !(await isFile(instructionFile))) {
    problems.push(`There is no file ${instructionFile}. Create it, or correct instructionFile in the team file.`);
  }
  const { missing } = memberEnvironment(member, env);
  if (missing.length > 0) problems.push(describeMissing(missing));
  return problems.filter((problem) => problem !== undefined);
}

function describeMissing(variables: readonly string[]): string {
  const [are, them] = variables.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `Its env lists ${variables.join(', ')}, which ${are} not set. Set ${them}, or remove ${them} from the team file.`;
}

async function cliProblem(member: AgentMember, cli: ProbedCli, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const problem = problemOf({ ...cli, found: await probeForMember(member, cli, env) });
    return problem && describeProblem(problem);
  } catch (error) {
    if (CtxError.isInstance(error)) return forCommandLine(error.message, error.code);
    throw error;
  }
}

// A member may have its own key, home folder or model provider; then what was found for the user does not apply to it.
async function probeForMember(member: AgentMember, cli: ProbedCli, env: NodeJS.ProcessEnv): Promise<ProbeResult> {
  const { env: passed, sources: envSources } = memberEnvironment(member, env);
  const hasNoVariables = Object.keys(passed).length === 0;
  const found = hasNoVariables ? cli.found : await probe(cli.agentType, { env: passed, envSources });
  const hasProvider = cli.agentType === 'codex' && member.args.some((arg) => CODEX_PROVIDER.test(arg));
  return hasProvider && found.signedIn === 'no' ? { ...found, signedIn: 'unknown' } : found;
}

function keyProblem({ names, isOptional }: ApiKeySource, env: NodeJS.ProcessEnv): string | undefined {
  if (isOptional || names.some((name) => env[name])) return undefined;
  return `No key for the API. Set ${names.join(' or ')}.`;
}

async function programProblem(
  program: string,
  cwd: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if ((await findProgram(program, env, { cwd })) !== undefined) return undefined;
  if (basename(program) === program) {
    return `The program ${program} was not found. Install it, or give its path in the team file.`;
  }
  const path = resolve(cwd ?? process.cwd(), program);
  if (await isFile(path)) return `The program ${program} is not executable. Run: chmod +x ${path}`;
  return `The program ${path} was not found. A path in command starts at the member's cwd, by default where ctx runs.`;
}
