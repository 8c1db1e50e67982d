import { normalizeAgentType } from '@ctx/contract';
import type { TurnWorker } from '@ctx/executor-bullmq';
import { createLocalExecutor, createRecordingExecutor } from '@ctx/team';
import { findTeam } from '../conversation/find-team.ts';
import { type EngineOptions, engineAddress } from '../engine/engine-options.ts';
import { openEngine } from '../engine/open-engine.ts';
import { positiveNumber, readLimits } from '../engine/worker-numbers.ts';
import { formatCount } from '../render/format-amounts.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireTrust } from '../trust/team-trust.ts';
import { createTrustedExecutor } from '../trust/trusted-executor.ts';

/** The options of `ctx worker`. */
export interface WorkerCommandOptions extends EngineOptions {
  readonly team?: string | undefined;
  /** Agent types to run; default all in the team file. */
  readonly can?: readonly string[] | undefined;
  readonly concurrency?: string | undefined;
  /** Such as `codex=2`: at most this many turns of a type at the same time, over all workers. */
  readonly limit?: readonly string[] | undefined;
  /** Where members without a `cwd` work. */
  readonly workspace?: string | undefined;
  /** Seconds that running turns may take to end when the worker is stopped. */
  readonly grace?: string | undefined;
  /** Seconds after which the turns of a dead worker count as lost. */
  readonly lease?: string | undefined;
  readonly allowFull?: boolean | undefined;
  readonly trust?: boolean | undefined;
}

/** How often the status line is printed if it has changed. */
const STATUS_MS = 60_000;

/** Runs turns for other machines until it is stopped. Then it takes no more turns, and ends or returns the running ones. */
export async function worker(terminal: Terminal, options: WorkerCommandOptions): Promise<number> {
  const address = engineAddress(options);
  if (address === undefined)
    throw new UsageError('No database is given. Pass --engine postgres://… or set CTX_ENGINE.');
  const settings = {
    concurrency: positiveNumber('--concurrency', options.concurrency ?? '1'),
    leaseMs: 1_000 * positiveNumber('--lease', options.lease ?? '60'),
    limits: readLimits(options.limit ?? []),
    can: options.can?.map(normalizeAgentType),
  };
  const graceMs = 1_000 * positiveNumber('--grace', options.grace ?? '600');
  const team = await findTeam(options.team);
  const trust = await requireTrust(terminal, team, options);
  const { executor: packages, database, delivery, name } = await openEngine(address);
  const local = createLocalExecutor({ team, allowFullAccess: options.allowFull, cwd: options.workspace });
  const executor = createTrustedExecutor(createRecordingExecutor(local, { team }), trust);
  const running = startWorker(() =>
    packages.createWorker({ ...settings, database, delivery, executor, team: packages.identifyTeam(team) }),
  );
  const types = settings.can ?? [
    ...new Set(team.members.flatMap((member) => (member.type === 'ai' ? [member.agentType] : []))),
  ];
  terminal.write(`ctx worker ${running.status().id}: ready for ${types.join(', ')} at ${safeLine(name)}\n`);
  await untilStopped(terminal, running, graceMs);
  terminal.write(`${statusLine(running)}; stopped\n`);
  return EXIT.done;
}

async function untilStopped(terminal: Terminal, running: TurnWorker, graceMs: number): Promise<void> {
  const interruption = listenForInterruption();
  let printed = statusLine(running);
  const timer = setInterval(() => {
    const line = statusLine(running);
    if (line !== printed) terminal.write(`${line}\n`);
    printed = line;
  }, STATUS_MS);
  await new Promise<void>((resolve) => {
    for (const signal of [interruption.signal, terminal.gone]) {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    }
  });
  const { running: count } = running.status();
  if (count > 0) {
    const turns = formatCount(count, 'running turn');
    terminal.complain(`ctx: stopping; waiting for ${turns} to end. Press Ctrl-C again to stop at once.`);
  }
  await running.stop({ graceMs });
  clearInterval(timer);
  interruption.dispose();
}

function statusLine(running: TurnWorker): string {
  const { id, running: count, done, fenced, problem } = running.status();
  const facts = `${count} running, ${done} done${fenced === 0 ? '' : `, ${fenced} taken over by other workers`}`;
  return `ctx worker ${id}: ${facts}${problem === undefined ? '' : `; ${safeLine(problem)}`}`;
}

function startWorker(start: () => TurnWorker): TurnWorker {
  try {
    return start();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${error.message}.`);
    throw error;
  }
}
