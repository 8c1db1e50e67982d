export { estimateTokens } from '@ctx/tokens';
export {
  type CompressLimits,
  type CompressOptions,
  type CompressResult,
  checkedLimits,
  compressHistory,
} from './compression/compress-history.ts';
export { estimateContentTokens } from './compression/content-tokens.ts';
export { tokenLimitOf } from './compression/token-limits.ts';
export type {
  Content,
  FileData,
  FunctionCall,
  FunctionResponse,
  FunctionResponsePart,
  InlineData,
  Part,
} from './content.ts';
export { isBlank } from './content-validity.ts';
export { ChatHistory } from './history/chat-history.ts';
export { requestText } from './message-parts.ts';
export {
  type GeminiFunctionDeclaration,
  type GeminiRequest,
  toGeminiRequest,
} from './requests/gemini-request.ts';
export {
  type OpenAIAssistantMessage,
  type OpenAIMessage,
  type OpenAIRequest,
  type OpenAITool,
  type OpenAIToolCall,
  toOpenAIRequest,
} from './requests/openai-request.ts';
export type { RequestOptions } from './requests/request-options.ts';
export { filterThinking } from './thinking/filter-thinking.ts';
export { type ThinkModeOptions, withThinkMode } from './thinking/think-mode.ts';
export { createThinkingFilter, type ThinkingFilter } from './thinking/thinking-filter.ts';
export type { ThinkTagOptions } from './thinking/thinking-model.ts';
export { type ArgumentMapping, mapArguments, type ToolArguments } from './tools/map-arguments.ts';
export {
  type ParsedAnswer,
  type ParsedToolCall,
  type ParseOptions,
  parseToolCalls,
  type RejectedToolCall,
} from './tools/parse-tool-calls.ts';
export type { RejectionReason } from './tools/read-tool-call.ts';
export { assertToolNames, type ToolDefinition } from './tools/tool-definition.ts';
export { toolGuidance } from './tools/tool-guidance.ts';
