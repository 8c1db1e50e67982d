import type { CoordinatorTurns } from '@ctx/store-postgres';
import { poolAgentType } from '../team-identity.ts';

/** Explains why no worker has started a turn; `undefined` if there are suitable workers and they are just busy. */
export function describeWorkers(livePools: readonly string[], pool: string, agentType: string): string | undefined {
  if (livePools.includes(pool)) return undefined;
  const others = livePools.filter((other) => poolAgentType(other) === agentType);
  if (others.length > 0) {
    return `The workers for ${agentType} have another team file. Give them this one: ctx worker --engine URL -t FILE`;
  }
  return `No worker runs ${agentType}. The turn waits for one: ctx worker --engine URL --can ${agentType}`;
}

const FRESH_MS = 5_000;

/**
 * Caches the pools that have workers for a few seconds, however many turns wait. `live` resolves to `undefined` if the
 * database cannot be reached: a warning is not worth failing a turn.
 */
export function createLivePools(coordinatorTurns: Pick<CoordinatorTurns, 'livePools'>) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked: Promise<readonly string[] | undefined> = Promise.resolve([]);
  return {
    live(): Promise<readonly string[] | undefined> {
      if (performance.now() - askedAt > FRESH_MS) {
        askedAt = performance.now();
        asked = coordinatorTurns.livePools().catch(() => undefined);
      }
      return asked;
    },
  };
}
