import { type AgentEvent, type AgentTurn, CtxError, type TurnExecutor } from '@ctx/contract';
import { createCoordinatorTurns, type Database, formatKey, turnKey } from '@ctx/store-postgres';
import type { Delivery } from '../delivery/delivery.ts';
import { cancelledResult, lostResult } from '../results.ts';
import { poolName, type TeamIdentity } from '../team-identity.ts';
import { createLivePools, describeWorkers } from './describe-workers.ts';
import { retryWhileDisconnected } from './retry-while-disconnected.ts';
import { createTurnWatch } from './turn-watch.ts';
import type { WatchedTurn } from './watched-turn.ts';

/** The database, the queue and the team of an executor. */
export interface BullmqExecutorOptions {
  /** Holds the turns. The caller closes it. */
  readonly database: Database;
  /** Brings the keys of the turns to workers. The caller closes it. */
  readonly delivery: Delivery;
  /** The result of `identifyTeam`. Only workers with the same team run its turns. */
  readonly team: TeamIdentity;
}

/**
 * Lets workers run the turns, on any machine. It is durable: `run` attaches to a turn that already exists, so a coordinator
 * that was killed and restarted gets the answers of the turns it had started. A turn continues when its reader stops
 * reading. Aborting the signal cancels it, whether it is queued or running.
 */
export function createBullmqExecutor({ database, delivery, team }: BullmqExecutorOptions): TurnExecutor {
  const coordinatorTurns = createCoordinatorTurns(database);
  const watch = createTurnWatch(coordinatorTurns, delivery);
  const pools = createLivePools(coordinatorTurns);

  async function* run(turn: AgentTurn, { signal }: { signal: AbortSignal }): AsyncGenerator<AgentEvent, void> {
    const agent = team.agents.get(turn.member);
    if (agent === undefined) {
      throw new CtxError('CTX_UNKNOWN_MEMBER', `The team has no agent with the id "${turn.member}".`);
    }
    const key = turnKey(turn);
    const pool = poolName(team, agent.agentType);
    const cancel = () => coordinatorTurns.cancel(key, cancelledResult());
    if (signal.aborted) {
      await cancel();
      return yield { type: 'turn-end', result: cancelledResult() };
    }
    const watched = watch.watch(key, pool);
    const onAbort = () => void cancel().catch(() => {});
    signal.addEventListener('abort', onAbort);
    try {
      await coordinatorTurns.insert(turn, { pool, memberHash: agent.hash });
      if (signal.aborted) onAbort();
      await retryWhileDisconnected(() => delivery.add(pool, [formatKey(key)]), signal);
      await coordinatorTurns.wakeWorkers(pool).catch(() => {});
      yield* readTurn(watched, agent.agentType);
    } finally {
      signal.removeEventListener('abort', onAbort);
      watched.leave();
    }
  }

  async function* readTurn(watched: WatchedTurn, agentType: string): AsyncGenerator<AgentEvent, void> {
    let batch = 0;
    let lastWarning: string | undefined;
    for (;;) {
      const news = await coordinatorTurns.readNews(watched.key, batch);
      batch = news.batch;
      yield* news.events;
      if (news.result !== undefined) return yield { type: 'turn-end', result: news.result };
      if (news.state === 'gone') return yield { type: 'turn-end', result: lostResult('The turn was removed.') };
      if (news.state === 'queued' && watched.waitsLong()) {
        const live = await pools.live();
        const message = live && describeWorkers(live, watched.pool, agentType);
        if (message !== undefined && message !== lastWarning) yield { type: 'notice', kind: 'warning', message };
        lastWarning = message ?? lastWarning;
      }
      if (news.events.length === 0) await watched.waitForNews();
    }
  }

  return { promptFormat: 'string', durable: true, run };
}
