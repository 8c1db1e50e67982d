import path from 'node:path';
import { normalizeAgentType, requireNoMore } from '@ctx/contract';
import { AGENT_CLI_TYPES, findAgentCli } from '../drivers/agent-clis.ts';
import type { CliDriverOptions } from '../drivers/driver-options.ts';
import { createMarker } from '../end/marker.ts';
import { checkVariables } from '../prepare/check-permissions.ts';
import { childEnvironment, riskyVariables } from '../prepare/child-environment.ts';
import { findBeside, findProgram } from '../prepare/find-program.ts';
import { placeOf } from '../prepare/place-of.ts';
import { readCommand } from '../start/child-process.ts';
import { hasFileUnder, type SignedIn } from './sign-in.ts';

/** The state of an agent CLI on this machine. */
export interface ProbeResult {
  readonly agentType: string;
  readonly installed: boolean;
  /** The program that would be run. */
  readonly file?: string | undefined;
  /** As the CLI reports it. */
  readonly version?: string | undefined;
  readonly signedIn: SignedIn;
  /** The command, variables or files that `signedIn` was determined from. */
  readonly signedInBy: string;
  readonly installCommand: string;
}

/** How to probe. */
export interface ProbeOptions extends Pick<CliDriverOptions, 'executable'> {
  /** Variables in addition to the allow-list, as for a turn. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The host variables they were read from, if a team file chose them, as for a turn. */
  readonly envSources?: Readonly<Record<string, string>> | undefined;
  /**
   * Programs in these folders, such as an untrusted project, are not run even if PATH contains them. With this option
   * the CLI is asked in the root folder of the disk, so that it loads no settings of a project.
   */
  readonly notInside?: readonly string[] | undefined;
  /** Time limit of each command. Default 15 seconds. */
  readonly timeoutMs?: number | undefined;
}

const OPTIONS: Record<keyof ProbeOptions, true> = {
  executable: true,
  env: true,
  envSources: true,
  notInside: true,
  timeoutMs: true,
};
const DEFAULT_TIMEOUT_MS = 15_000;

/**
 * Finds out whether an agent CLI is installed, its version, and whether the user is signed in. Never runs a turn and
 * never reads the value of a secret.
 *
 * @throws {TypeError} for an agent type that is not one of the CLIs ctx knows, and for an option that does not exist
 * @throws {CtxError} `CTX_PERMISSION_REFUSED` if `envSources` is given and a turn with these variables would be refused
 */
export async function probe(agentType: string, options: ProbeOptions = {}): Promise<ProbeResult> {
  requireNoMore(options, OPTIONS);
  const cli = findAgentCli(agentType);
  if (cli === undefined) {
    throw new TypeError(`probe knows ${AGENT_CLI_TYPES.join(', ')}, not ${JSON.stringify(agentType)}`);
  }
  const driver = cli.createDriver({ executable: options.executable });
  const plan = driver.command({ prompt: '', permissions: 'read-only' }, await placeOf());
  const requested = options.env ?? {};
  const inheritEnv = driver.inheritEnv ?? [];
  const sources = options.envSources;
  if (sources !== undefined) checkVariables(riskyVariables({ requested, inheritEnv, sources }));
  const env = childEnvironment({
    host: process.env,
    inheritEnv,
    planned: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    requested,
    marker: createMarker(),
  });
  const facts = {
    agentType: normalizeAgentType(cli.agentType),
    signedInBy: cli.signedInBy,
    installCommand: driver.installCommand ?? '',
  };
  const found = await findProgram(plan.file, env, { notInside: options.notInside });
  if (found === undefined) return { ...facts, installed: false, signedIn: 'unknown' };

  const file = (await findBeside(found, plan.besideFile ?? [])) ?? found;
  const firstArgs = options.executable?.args ?? [];
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  // A CLI may load settings of the folder it is started in.
  const cwd = options.notInside === undefined ? undefined : path.parse(process.cwd()).root;
  const runCli = (args: readonly string[]) => readCommand({ file, args: [...firstArgs, ...args], env, cwd }, timeoutMs);
  const output = await runCli(['--version']);
  const version = output?.exitCode === 0 ? /\d+\.\d+\.\d+(?:[-+.]\w+)*/.exec(output.stdout)?.[0] : undefined;
  const signedIn = await cli.checkSignIn({
    runCli,
    hasVariable: (name) => Boolean(env[name]),
    hasFile: (variable, names) => hasFileUnder(env[variable] ?? env['HOME'], names),
  });
  return { ...facts, installed: true, file, version, signedIn };
}
