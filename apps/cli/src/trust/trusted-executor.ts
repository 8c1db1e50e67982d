import type { TurnExecutor } from '@ctx/contract';
import type { TeamTrust } from './team-trust.ts';

/**
 * An executor that runs a turn only while its member is what a person agreed to. A turn that is refused fails with
 * `CTX_NOT_TRUSTED`; the others go on. The prompt is made by then, and goes nowhere.
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
