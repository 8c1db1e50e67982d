import type { AgentDriver, TurnInput, TurnResult } from '@ctx/contract';
import type { RunOptions } from './run-options.ts';
import { runStreamed } from './run-streamed.ts';

/**
 * Runs one turn to its end. Every failure of the agent is a result, never a rejection.
 *
 * @throws {TypeError|RangeError} for programming mistakes
 * @throws {CtxError} `CTX_PERMISSION_REFUSED` when the turn asks for more than the caller allows
 */
export async function run(driver: AgentDriver, input: TurnInput, options: RunOptions = {}): Promise<TurnResult> {
  let result: TurnResult | undefined;
  for await (const event of runStreamed(driver, input, options)) {
    if (event.type === 'turn-end') result = event.result;
  }
  // The stream ends in turn-end whatever the agent did; without one the driver broke its contract.
  if (result === undefined) throw new TypeError(`The driver of ${driver.agentType} ended its stream without turn-end`);
  return result;
}
