import type { TurnExecutor } from '@ctx/contract';
import type { TeamTrust } from './team-trust.ts';

/**
 * Creates an executor that runs a turn only if the member's files are still what the person agreed to. Otherwise the turn
 * fails with `CTX_NOT_TRUSTED`, its prompt is not sent, and the other members continue.
 */
export function createTrustedExecutor(executor: TurnExecutor, trust: TeamTrust): TurnExecutor {
  return {
    ...executor,
    async *run(turn, options) {
      await trust.check(turn.member);
      yield* executor.run(turn, options);
    },
  };
}
