import type { StreamDriver } from '@ctx/contract';
import type { ApiDriverOptions } from './api-driver-options.ts';
import { createApiDriver } from './create-api-driver.ts';
import { createGeminiService, type GeminiClient } from './gemini-service.ts';

/**
 * A driver for the Gemini API, with the caller's `GoogleGenAI` client of `@google/genai`.
 *
 * @throws {TypeError} for tool names that services refuse, and for an option that does not exist
 * @throws {RangeError} for a `maxSteps` that is not a whole number above 0, and for limits of `compress` out of range
 */
export function geminiApi(options: ApiDriverOptions<GeminiClient>): StreamDriver {
  return createApiDriver(createGeminiService(options, options.agentType ?? 'gemini-api'), options);
}
