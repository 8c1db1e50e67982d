import type { StreamDriver } from '@ctx/contract';
import type { ApiDriverOptions } from './api-driver-options.ts';
import { createApiDriver } from './create-api-driver.ts';
import { createOpenAIService, type OpenAIClient } from './openai-service.ts';

/**
 * A driver for every service with OpenAI's chat format (OpenAI, vLLM, Ollama, …), with the caller's `OpenAI` client of
 * `openai`.
 *
 * @throws {TypeError} for tool names that services refuse, and for an option that does not exist
 * @throws {RangeError} for a `maxSteps` that is not a whole number above 0, and for limits of `compress` out of range
 */
export function openaiApi(options: ApiDriverOptions<OpenAIClient>): StreamDriver {
  return createApiDriver(createOpenAIService(options, options.agentType ?? 'openai-api'), options);
}
