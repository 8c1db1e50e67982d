import type { TurnExecutor } from '@ctx/contract';

/**
 * What a member of the team under test does:
 *
 * - `answers`: says the text of its prompt and completes
 * - `fails`: says `Half`, then fails
 * - `hangs`: says `Half`, then nothing more until it is cancelled
 */
export type ExecutorMember = 'answers' | 'fails' | 'hangs';

/** An executor, and the members it can run. */
export interface ExecutorUnderTest {
  readonly executor: TurnExecutor;
  /** Ids of members that do what their names say. */
  readonly members: Readonly<Record<ExecutorMember, string>>;
  /** How many times a member was really started for a turn. Needed where the executor is durable. */
  readonly starts?: ((sessionId: string, turnId: string) => number | Promise<number>) | undefined;
  /** The executor of another coordinator of the same place, where the executor is durable. */
  readonly another?: (() => TurnExecutor | Promise<TurnExecutor>) | undefined;
  /** Makes the name of a variable that processes of a turn carry. Needed where the executor ends leftovers. */
  readonly marker?: (() => string) | undefined;
  /** Takes everything away when a check is over. */
  remove?(): void | Promise<void>;
}

/** Gives a new executor that shares nothing with the ones before. */
export type CreateExecutor = () => ExecutorUnderTest | Promise<ExecutorUnderTest>;
