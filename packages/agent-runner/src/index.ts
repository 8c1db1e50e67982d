export type { ApiDriverOptions } from './api/api-driver-options.ts';
export type { ApiTool, ApiToolContext } from './api/api-tool.ts';
export { geminiApi } from './api/gemini-api.ts';
export type { GeminiChunk, GeminiClient } from './api/gemini-service.ts';
export { openaiApi } from './api/openai-api.ts';
export type { OpenAIChunk, OpenAIClient, OpenAIToolCallDelta } from './api/openai-service.ts';
