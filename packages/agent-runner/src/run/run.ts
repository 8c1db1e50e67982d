import type { AgentDriver, TurnInput, TurnResult } from '@ctx/contract';
import type { RunOptions } from './run-options.ts';
import { runStreamed } from './run-streamed.ts';

/**
 * Runs one turn and resolves to its result. Every failure of the agent is a result, never a rejection.
 *
 * @throws {TypeError|RangeError} for programming mistakes such as an option that does not exist
 * @throws {CtxError} `CTX_PERMISSION_REFUSED` when the turn needs `allowFullAccess`
 */
export async function run(driver: AgentDriver, input: TurnInput, options: RunOptions = {}): Promise<TurnResult> {
  let result: TurnResult | undefined;
  for await (const event of runStreamed(driver, input, options)) {
    if (event.type === 'turn-end') result = event.result;
  }
  // Every stream ends with turn-end. If not, the driver is broken.
  if (result === undefined) throw new TypeError(`The driver of ${driver.agentType} ended its stream without turn-end`);
  return result;
}
