import { stat } from 'node:fs/promises';
import { findProgram, type ProbeResult, probe } from '@ctx/agent-runner';
import { CtxError, normalizeAgentType } from '@ctx/contract';
import { type AgentMember, type ApiKeySource, apiKeySource, memberEnvironment } from '@ctx/team';
import { forCommandLine } from '../terminal/describe-error.ts';
import { type ProbedCli, troubleWith } from './agent-clis.ts';

/** Sign-in of Codex is to OpenAI; another provider has a key of its own, or none. */
const CODEX_PROVIDER = /^(?:--config=)?model_provider=/;

/** What keeps a member from taking a turn, and what to do about each; empty when nothing does. */
export async function checkMember(
  member: AgentMember,
  clis: readonly ProbedCli[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const troubles: (string | undefined)[] = [];
  const cli = clis.find(({ agentType }) => normalizeAgentType(agentType) === member.agentType);
  const keySource = apiKeySource(member);
  if (cli !== undefined) troubles.push(await cliTrouble(member, cli, env));
  else if (keySource !== undefined) troubles.push(keyTrouble(keySource, env));
  else if (member.command !== undefined) troubles.push(await programTrouble(member.command[0], member.cwd, env));
  if (member.cwd !== undefined && !(await isFolder(member.cwd))) troubles.push(`There is no folder ${member.cwd}.`);
  const { missing } = memberEnvironment(member, env);
  if (missing.length > 0) troubles.push(`Not set in the environment: ${missing.join(', ')}.`);
  return troubles.filter((trouble) => trouble !== undefined);
}

async function cliTrouble(member: AgentMember, cli: ProbedCli, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    return troubleWith({ ...cli, found: await findForMember(member, cli, env) });
  } catch (error) {
    if (CtxError.isInstance(error)) return forCommandLine(error.message, error.code);
    throw error;
  }
}

// A member may bring a key, a home or a model provider of its own; then the answer for the machine is not its answer.
async function findForMember(member: AgentMember, cli: ProbedCli, env: NodeJS.ProcessEnv): Promise<ProbeResult> {
  const { env: passed, sources: envSources } = memberEnvironment(member, env);
  const asksForNothing = Object.keys(passed).length === 0;
  const found = asksForNothing ? cli.found : await probe(cli.agentType, { env: passed, envSources });
  const hasProvider = cli.agentType === 'codex' && member.args.some((arg) => CODEX_PROVIDER.test(arg));
  return hasProvider && found.signedIn === 'no' ? { ...found, signedIn: 'unknown' } : found;
}

function keyTrouble({ names, isOptional }: ApiKeySource, env: NodeJS.ProcessEnv): string | undefined {
  if (isOptional || names.some((name) => env[name])) return undefined;
  return `No key for the API. Set ${names.join(' or ')}.`;
}

async function programTrouble(
  program: string,
  cwd: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if ((await findProgram(program, env, { cwd })) !== undefined) return undefined;
  return `The program ${program} was not found. Install it, or name its path in the team file.`;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
