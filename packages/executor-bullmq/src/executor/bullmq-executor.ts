import { type AgentEvent, type AgentTurn, CtxError, type TurnExecutor } from '@ctx/contract';
import { createTurnDesk, type Database, formatKey, turnKey } from '@ctx/store-postgres';
import type { Delivery } from '../delivery/delivery.ts';
import { cancelledResult, lostResult } from '../results.ts';
import { poolName, type TeamIdentity } from '../team-identity.ts';
import { createLivePools, describeWorkers } from './describe-workers.ts';
import { patiently } from './patiently.ts';
import { createTurnWatch } from './turn-watch.ts';
import type { WatchedTurn } from './watched-turn.ts';

/** Where turns are handed over, and whose they are. */
export interface BullmqExecutorOptions {
  /** Stays open. */
  readonly database: Database;
  /** Stays open. */
  readonly delivery: Delivery;
  /** `identifyTeam` of the team. Only workers that have the same one run its turns. */
  readonly team: TeamIdentity;
}

/**
 * Has turns run by workers, on whichever machines. It is durable: a turn that is known is attached to, so that a
 * coordinator that was killed gets the answers of the turns it had started. A reader that leaves does not end a turn;
 * cancelling does, wherever it runs or waits.
 */
export function createBullmqExecutor({ database, delivery, team }: BullmqExecutorOptions): TurnExecutor {
  const desk = createTurnDesk(database);
  const watch = createTurnWatch(desk, delivery);
  const pools = createLivePools(desk);

  async function* run(turn: AgentTurn, { signal }: { signal: AbortSignal }): AsyncGenerator<AgentEvent, void> {
    const agent = team.agents.get(turn.member);
    if (agent === undefined) {
      throw new CtxError('CTX_UNKNOWN_MEMBER', `The team has no agent with the id "${turn.member}".`);
    }
    const key = turnKey(turn);
    const pool = poolName(team, agent.agentType);
    const cancel = () => desk.cancel(key, cancelledResult());
    if (signal.aborted) {
      await cancel();
      return yield { type: 'turn-end', result: cancelledResult() };
    }
    const watched = watch.watch(key, pool);
    const onAbort = () => void cancel().catch(() => {});
    signal.addEventListener('abort', onAbort);
    try {
      await desk.order(turn, { pool, memberHash: agent.hash });
      if (signal.aborted) onAbort();
      await patiently(() => delivery.add(pool, [formatKey(key)]), signal);
      await desk.ring(pool).catch(() => {});
      yield* readTurn(watched);
    } finally {
      signal.removeEventListener('abort', onAbort);
      watched.leave();
    }

    async function* readTurn({ next, waitsLong }: WatchedTurn): AsyncGenerator<AgentEvent, void> {
      let batch = 0;
      let said: string | undefined;
      for (;;) {
        const news = await desk.news(key, batch);
        batch = news.batch;
        yield* news.events;
        if (news.result !== undefined) return yield { type: 'turn-end', result: news.result };
        if (news.state === 'gone') return yield { type: 'turn-end', result: lostResult('It was removed.') };
        if (news.state === 'queued' && waitsLong()) {
          const message = describeWorkers(await pools.live(), pool, agent!.agentType);
          if (message !== undefined && message !== said) yield { type: 'notice', kind: 'warning', message };
          said = message ?? said;
        }
        if (news.events.length === 0) await next();
      }
    }
  }

  return { promptFormat: 'string', durable: true, run };
}
