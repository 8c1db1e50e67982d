import { requireNoMore, type StreamDriver } from '@ctx/contract';
import { assertToolNames, checkedLimits } from '@ctx/model-context';
import type { ApiDriverOptions } from './api-driver-options.ts';
import { runApiTurn } from './api-turn.ts';
import type { ModelService } from './model-service.ts';

const OPTIONS: Record<keyof ApiDriverOptions<unknown>, true> = {
  client: true,
  model: true,
  tools: true,
  textTools: true,
  maxSteps: true,
  mapArguments: true,
  think: true,
  noThinkTag: true,
  thinkTags: true,
  compress: true,
  settings: true,
  agentType: true,
};

/** A driver for a service. It has no state: every turn starts with a new history. */
export function createApiDriver(service: ModelService, options: ApiDriverOptions<unknown>): StreamDriver {
  requireNoMore(options, OPTIONS);
  const { tools = [], maxSteps } = options;
  assertToolNames(tools);
  if (maxSteps !== undefined && !(Number.isInteger(maxSteps) && maxSteps > 0)) {
    throw new RangeError(`maxSteps must be a whole number above 0, not ${maxSteps}`);
  }
  if (options.compress !== undefined) checkedLimits(options.compress);
  return {
    kind: 'stream',
    agentType: service.agentType,
    stream: (input, { signal }) => runApiTurn(service, options, input, signal),
  };
}
