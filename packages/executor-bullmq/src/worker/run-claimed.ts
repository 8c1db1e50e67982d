import type { AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import type { ClaimedTurn, TurnBench, TurnTicket } from '@ctx/store-postgres';
import { failedResult, failureOf, lostResult } from '../results.ts';
import { poolName, type TeamIdentity } from '../team-identity.ts';
import { createEventBatches } from './event-batches.ts';
import type { RunningTurn } from './running-turns.ts';

/** Whom a worker runs turns for, and how. */
export interface ClaimRunner {
  readonly bench: TurnBench;
  readonly executor: TurnExecutor;
  readonly team: TeamIdentity;
}

/**
 * Runs a turn that was claimed, and writes what comes of it. Whatever is wrong with the turn, the executor or the agent
 * becomes its result. False when the turn was somebody else's by then.
 */
export async function runClaimed(runner: ClaimRunner, claimed: ClaimedTurn, running: RunningTurn): Promise<boolean> {
  const { bench } = runner;
  const { ticket } = running;
  const batches = createEventBatches({
    tell: (batch, events) => bench.tell(ticket, batch, events),
    isWatched: () => running.isWatched,
  });
  const result = await resultOf(runner, claimed, running, batches);
  const isTold = await batches.end();
  if (running.reason === 'fenced') return false;
  return bench.finish(ticket, result, isTold);
}

async function resultOf(
  { executor, team }: ClaimRunner,
  claimed: ClaimedTurn,
  running: RunningTurn,
  batches: ReturnType<typeof createEventBatches>,
): Promise<TurnResult> {
  let result: TurnResult | undefined;
  try {
    const turn = readTurn(claimed, running.ticket, team);
    for await (const event of executor.run(turn, { signal: running.abort.signal })) {
      await batches.add(event);
      if (event.type === 'turn-end') result = event.result;
    }
  } catch (error) {
    result ??= failedResult(failureOf(error));
  }
  result ??= failedResult({
    code: 'CTX_AGENT_FAILED',
    message: 'The executor stopped without saying how the turn ended.',
  });
  // It did not end by itself, so nobody knows what it had done by then; what it had said is kept.
  if (running.reason === 'handed back' && result.status !== 'completed') {
    return { ...lostResult('Its worker was stopped while it was at work.'), text: result.text };
  }
  return result;
}

// Whoever can insert a turn can say anything in it: only a member of the worker's own team file is run, and only when that
// is the same as the coordinator's.
function readTurn({ payload, pool, memberHash }: ClaimedTurn, { key }: TurnTicket, team: TeamIdentity): AgentTurn {
  const turn = JSON.parse(payload) as Partial<AgentTurn> | null;
  const isWhole =
    typeof turn === 'object' &&
    turn !== null &&
    typeof turn.prompt === 'string' &&
    typeof turn.member === 'string' &&
    (turn.systemFlag === undefined || typeof turn.systemFlag === 'string') &&
    turn.id === key.turnId &&
    turn.sessionId === key.sessionId;
  if (!isWhole) throw new Error('The turn in the database is not one: its payload does not fit its key.');
  const agent = team.agents.get(turn.member!);
  if (agent === undefined || agent.hash !== memberHash || poolName(team, agent.agentType) !== pool) {
    throw new Error(
      `The team file of the worker is not the coordinator's: ${turn.member} is not the same in both. Give both the same file.`,
    );
  }
  return turn as AgentTurn;
}
