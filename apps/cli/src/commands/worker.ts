import { normalizeAgentType } from '@ctx/contract';
import type { TurnWorker } from '@ctx/executor-bullmq';
import { createLocalExecutor, createRecordingExecutor } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { findTeam } from '../conversation/find-team.ts';
import { changesFolder, sessionsDirectory } from '../conversation/project-folder.ts';
import { type EngineOptions, requireEngineAddress } from '../engine/engine-options.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readLimits } from '../engine/read-limits.ts';
import { formatCount } from '../render/format-amounts.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { untilAborted } from '../terminal/until-aborted.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireTrust, type TrustOptions } from '../trust/team-trust.ts';
import { createTrustedExecutor } from '../trust/trusted-executor.ts';

/** The options of `ctx worker`. */
export interface WorkerCommandOptions extends EngineOptions, TrustOptions {
  readonly team?: string | undefined;
  /** Agent types to run; default all in the team file. */
  readonly can?: readonly string[] | undefined;
  /** Default 1. */
  readonly concurrency?: number | undefined;
  /** Such as `codex=2`: at most this many turns of a type at the same time, over all workers. */
  readonly limit?: readonly string[] | undefined;
  /** Where members without a `cwd` work. */
  readonly workspace?: string | undefined;
  /** Seconds that running turns may take to end when the worker is stopped. Default 600. */
  readonly grace?: number | undefined;
  /** Seconds after which the turns of a dead worker count as lost. Default 60. */
  readonly lease?: number | undefined;
  readonly allowFull?: boolean | undefined;
}

/** How often the status line is printed if it has changed. */
const STATUS_MS = 60_000;

/** Runs turns for other machines until it is stopped. Then it takes no more turns, and ends or returns the running ones. */
export async function worker(terminal: Terminal, options: WorkerCommandOptions): Promise<number> {
  const address = requireEngineAddress(options);
  const settings = {
    concurrency: options.concurrency ?? 1,
    leaseMs: 1_000 * (options.lease ?? 60),
    limits: readLimits(options.limit ?? []),
    can: options.can?.map(normalizeAgentType),
  };
  const team = await findTeam(options.team);
  const trust = await requireTrust(terminal, team, options);
  const { executor: packages, database, delivery, name } = await openEngine(address);
  const local = createLocalExecutor({ team, allowFullAccess: options.allowFull, cwd: options.workspace });
  const executor = createTrustedExecutor(
    createRecordingExecutor(local, { team, folder: changesFolder(sessionsDirectory()) }),
    trust,
  );
  const turnWorker = startWorker(() =>
    packages.createWorker({ ...settings, database, delivery, executor, team: packages.identifyTeam(team) }),
  );
  const types = settings.can ?? [...new Set(agentsOf(team).map(({ agentType }) => agentType))];
  terminal.write(
    `ctx worker ${turnWorker.status().id}: ready for ${safeLine(types.join(', '))} at ${safeLine(name)}\n`,
  );
  await untilStopped(terminal, turnWorker, 1_000 * (options.grace ?? 600));
  terminal.write(`${statusLine(turnWorker)}; stopped\n`);
  return EXIT.done;
}

async function untilStopped(terminal: Terminal, turnWorker: TurnWorker, graceMs: number): Promise<void> {
  const interruption = listenForInterruption();
  let printed = statusLine(turnWorker);
  const timer = setInterval(() => {
    const line = statusLine(turnWorker);
    if (line !== printed) terminal.write(`${line}\n`);
    printed = line;
  }, STATUS_MS);
  await untilAborted([interruption.signal, terminal.gone]);
  const { running } = turnWorker.status();
  if (running > 0) {
    const turns = formatCount(running, 'running turn');
    terminal.complain(`ctx: Stopping; waiting for ${turns} to end. Press Ctrl-C again to stop at once.`);
  }
  await turnWorker.stop({ graceMs });
  clearInterval(timer);
  interruption.dispose();
}

function statusLine(turnWorker: TurnWorker): string {
  const { id, running, done, fenced, problem } = turnWorker.status();
  const facts = [`${running} running`, `${done} done`];
  if (fenced > 0) facts.push(`${fenced} taken over by other workers`);
  const line = `ctx worker ${id}: ${facts.join(', ')}`;
  return problem === undefined ? line : `${line}; ${safeLine(problem)}`;
}

function startWorker(start: () => TurnWorker): TurnWorker {
  try {
    return start();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${error.message}.`);
    throw error;
  }
}
