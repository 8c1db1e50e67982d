import { types } from 'node:util';
import type { AgentFailure, CommandPlan, ProcessDriver, TurnInput } from '@ctx/contract';
import { checkMarker, createMarker } from '../end/marker.ts';
import { createRedactor, type Redactor, secretValues } from '../result/redactor.ts';
import { type RunOptions, type TurnLimits, turnLimits } from '../run/run-options.ts';
import { checkPermissions } from './check-permissions.ts';
import { childEnvironment, riskyVariables } from './child-environment.ts';
import { findBeside, findProgram } from './find-program.ts';
import { placeOf } from './place-of.ts';
import { createTurnFolder, insertFilePaths, type TurnFolder } from './turn-folder.ts';

/** A checked turn, ready to start. */
export interface PreparedTurn {
  readonly driver: ProcessDriver;
  readonly input: TurnInput;
  readonly plan: CommandPlan;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly marker: string;
  readonly limits: TurnLimits;
  readonly redact: Redactor;
  /** Folder of the turn's private and temporary files; missing if it could not be created. */
  readonly folder?: string | undefined;
  /** The file in it that holds the prompt. */
  readonly promptFile: string;
  /** Why the folder could not be created. */
  readonly failure?: AgentFailure | undefined;
  /** Removes the folder. */
  dispose(): Promise<void>;
}

/**
 * Prepares a turn up to the start: limits, permissions, environment, private files and program.
 *
 * @throws {TypeError|RangeError} for programming mistakes
 * @throws {CtxError} `CTX_PERMISSION_REFUSED`
 */
export async function prepareTurn(driver: ProcessDriver, input: TurnInput, options: RunOptions): Promise<PreparedTurn> {
  const limits = turnLimits(options, driver.idleTimeoutMs);
  const marker = options.marker === undefined ? createMarker() : checkMarker(options.marker);
  const requested = options.env ?? {};
  const inheritEnv = driver.inheritEnv ?? [];
  const allowFullAccess = options.allowFullAccess === true;
  checkPermissions(input, {
    allowFullAccess,
    riskyVariables: riskyVariables({ requested, inheritEnv, sources: options.envSources }),
  });
  const plan = driver.command(input, await placeOf(options.cwd));
  checkPermissions(input, { allowFullAccess, plan });
  checkPlan(plan);

  let folder: TurnFolder | undefined;
  let failure: AgentFailure | undefined;
  try {
    folder = await createTurnFolder(plan);
  } catch (error) {
    if (error instanceof TypeError) throw error;
    const { message } = error as Error;
    failure = { code: 'CTX_AGENT_FAILED', message: `Could not write the prompt and the files of the turn: ${message}` };
  }
  const { args, env: planned } = insertFilePaths(plan, folder);
  const { temporary } = folder ?? {};
  const env = childEnvironment({ host: process.env, inheritEnv, planned, requested, marker, temporary });
  return {
    driver,
    input,
    plan,
    file: await programToRun(plan, env, options.cwd),
    args,
    env,
    cwd: options.cwd,
    marker,
    limits,
    redact: createRedactor(secretValues(env, requested)),
    folder: folder?.path,
    promptFile: folder?.promptFile ?? '',
    failure,
    dispose: async () => folder?.remove(),
  };
}

/** Checks a driver's plan. Done before the start, so that a mistake leaves no process running. */
function checkPlan({ file, stdin }: CommandPlan): void {
  if (typeof file !== 'string' || file === '') throw new TypeError('The program to run must be named: { file, args? }');
  if (typeof stdin === 'string') return;
  if (!Array.isArray(stdin) || !stdin.every(types.isUint8Array)) {
    throw new TypeError('prompt must be a string or a list of Uint8Array');
  }
}

/** The plan's program, or the native one that is installed beside it. */
async function programToRun(plan: CommandPlan, env: Record<string, string>, cwd?: string): Promise<string> {
  if (plan.besideFile === undefined) return plan.file;
  const found = await findProgram(plan.file, env, { cwd });
  return (found && (await findBeside(found, plan.besideFile))) ?? plan.file;
}
