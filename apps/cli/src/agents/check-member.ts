import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { type ProbeResult, probe } from '@ctx/agent-runner';
import { normalizeAgentType } from '@ctx/contract';
import { type AgentMember, type ApiKeySource, apiKeySource, memberEnvironment } from '@ctx/team';
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
  if (cli !== undefined) troubles.push(troubleWith({ ...cli, found: await findForMember(member, cli, env) }));
  else if (keySource !== undefined) troubles.push(keyTrouble(keySource, env));
  else if (member.command !== undefined) troubles.push(await programTrouble(member.command[0], member.cwd, env));
  if (member.cwd !== undefined && !(await isFolder(member.cwd))) troubles.push(`There is no folder ${member.cwd}.`);
  const { missing } = memberEnvironment(member, env);
  if (missing.length > 0) troubles.push(`Not set in the environment: ${missing.join(', ')}.`);
  return troubles.filter((trouble) => trouble !== undefined);
}

// A member may bring a key, a home or a model provider of its own; then the answer for the machine is not its answer.
async function findForMember(member: AgentMember, cli: ProbedCli, env: NodeJS.ProcessEnv): Promise<ProbeResult> {
  const { env: passed } = memberEnvironment(member, env);
  const found = Object.keys(passed).length === 0 ? cli.found : await probe(cli.agentType, { env: passed });
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
  const folders = program.includes('/') ? [cwd ?? '.'] : (env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) if (await isProgram(resolve(folder, program))) return undefined;
  return `The program ${program} was not found. Install it, or name its path in the team file.`;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
