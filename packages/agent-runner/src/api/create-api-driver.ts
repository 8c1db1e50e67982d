import type { StreamDriver } from '@ctx/contract';
import { assertToolNames, checkedLimits } from '@ctx/model-context';
import { type ApiTurnOptions, runApiTurn } from './api-turn.ts';
import type { ModelService } from './model-service.ts';

/** A driver for a service. It has no state: every turn starts with a new history. */
export function createApiDriver(service: ModelService, options: ApiTurnOptions): StreamDriver {
  const { tools = [], maxSteps = 1 } = options;
  assertToolNames(tools);
  if (!Number.isInteger(maxSteps) || maxSteps < 1) {
    throw new RangeError(`maxSteps must be a whole number above 0, not ${maxSteps}`);
  }
  if (options.compress !== undefined) checkedLimits(options.compress);
  return {
    kind: 'stream',
    agentType: service.agentType,
    stream: (input, { signal }) => runApiTurn(service, options, input, signal),
  };
}
