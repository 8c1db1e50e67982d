import type { TurnExecutor } from '@ctx/contract';

/**
 * The same executor with another `run`. Its other properties are named one by one, because the methods of an executor that
 * is a class are not its own properties, and `...executor` would lose them.
 */
export function withRun(executor: TurnExecutor, run: TurnExecutor['run']): TurnExecutor {
  const wrapped: { readonly [Key in keyof Required<TurnExecutor>]: TurnExecutor[Key] } = {
    promptFormat: executor.promptFormat,
    durable: executor.durable,
    sessionsOf: executor.sessionsOf?.bind(executor),
    endLeftovers: executor.endLeftovers?.bind(executor),
    run,
  };
  return wrapped;
}
