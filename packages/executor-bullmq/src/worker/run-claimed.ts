import type { AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import type { ClaimedTurn, TurnTicket, WorkerTurns } from '@ctx/store-postgres';
import { failedResult, failureOf, lostResult } from '../results.ts';
import { poolName, type TeamIdentity } from '../team-identity.ts';
import { createEventBatches, type EventBatches } from './event-batches.ts';
import type { RunningTurn } from './running-turns.ts';

/** The parts of a worker that running a turn needs. */
interface ClaimRunner {
  readonly workerTurns: WorkerTurns;
  readonly executor: TurnExecutor;
  readonly team: TeamIdentity;
}

/**
 * Runs a claimed turn and writes its events and result. A failure of the turn, the executor or the agent becomes the turn's
 * result. False if the worker had lost the turn by then.
 */
export async function runClaimed(runner: ClaimRunner, claimed: ClaimedTurn, running: RunningTurn): Promise<boolean> {
  const { workerTurns } = runner;
  const { ticket } = running;
  const batches = createEventBatches({
    write: (batch, events) => workerTurns.writeEvents(ticket, batch, events),
    isWatched: () => running.isWatched,
  });
  const result = await resultOf(runner, claimed, running, batches);
  const hasEvents = await batches.end();
  if (running.reason === 'fenced') return false;
  return workerTurns.finish(ticket, result, hasEvents);
}

async function resultOf(
  { executor, team }: ClaimRunner,
  claimed: ClaimedTurn,
  running: RunningTurn,
  batches: EventBatches,
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
    message: 'The executor ended without a turn-end event.',
  });
  // The worker ended the turn, so it is unknown how far the agent got. Its text so far is kept.
  if (running.reason === 'handed back' && result.status !== 'completed') {
    return { ...lostResult('The worker was stopped while the turn was running.'), text: result.text };
  }
  return result;
}

// Anyone who can insert a turn can put anything into it. So only members of the worker's own team file are run, and only if
// they are the same in the coordinator's file.
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
  if (!isWhole) {
    throw new Error('The turn in the database is invalid: its payload is damaged or does not match its key.');
  }
  const agent = team.agents.get(turn.member!);
  if (agent === undefined || agent.hash !== memberHash || poolName(team, agent.agentType) !== pool) {
    throw new Error(
      `The worker's team file differs from the coordinator's in ${turn.member}. Give both the same file.`,
    );
  }
  return turn as AgentTurn;
}
