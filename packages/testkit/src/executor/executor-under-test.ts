import type { TurnExecutor } from '@ctx/contract';

/**
 * What a member does:
 *
 * - `answers`: says the text of its prompt and completes
 * - `fails`: says `Half`, then fails
 * - `hangs`: says `Half`, then nothing more until it is cancelled
 */
export type ExecutorMember = 'answers' | 'fails' | 'hangs';

/** An executor and the members it can run. */
export interface ExecutorUnderTest {
  readonly executor: TurnExecutor;
  /** The member ids, by what the members do. */
  readonly members: Readonly<Record<ExecutorMember, string>>;
  /** How often a member was really started for a turn. Required if the executor is durable. */
  readonly starts?: ((sessionId: string, turnId: string) => number | Promise<number>) | undefined;
  /** The executor of another coordinator with the same database or queue. Used if the executor is durable. */
  readonly another?: (() => TurnExecutor | Promise<TurnExecutor>) | undefined;
  /** Makes the name of an environment variable that marks a turn's processes. Required for `endLeftovers`. */
  readonly marker?: (() => string) | undefined;
  /** Removes everything after a check. */
  remove?(): void | Promise<void>;
}

/** Returns a new executor that shares nothing with earlier ones. */
export type CreateExecutor = () => ExecutorUnderTest | Promise<ExecutorUnderTest>;
