export type { ApiDriverOptions } from './api/api-driver-options.ts';
export type { ApiTool, ApiToolContext } from './api/api-tool.ts';
export { geminiApi } from './api/gemini-api.ts';
export type { GeminiChunk, GeminiClient } from './api/gemini-service.ts';
export { openaiApi } from './api/openai-api.ts';
export type { OpenAIChunk, OpenAIClient, OpenAIToolCallDelta } from './api/openai-service.ts';
export { type ClaudeOptions, claude } from './drivers/claude/claude-driver.ts';
export { type CodexOptions, codex } from './drivers/codex/codex-driver.ts';
export { type CommandOptions, command } from './drivers/command/command-driver.ts';
export type {
  ErrorMapping,
  JsonlMapping,
  OutputMapping,
  Place,
  ToolsMapping,
  UsageMapping,
  Where,
} from './drivers/command/output-mapping.ts';
export type { CliDriverOptions } from './drivers/driver-options.ts';
export { type GeminiOptions, gemini } from './drivers/gemini/gemini-driver.ts';
export { hasProcess, type ProcessStat, readProcessStat } from './end/process-stat.ts';
export { type ProbeOptions, type ProbeResult, probe } from './probe/probe.ts';
export type { SignedIn } from './probe/sign-in.ts';
export { createRedactor, type Redactor } from './result/redactor.ts';
export { run } from './run/run.ts';
export type { RunOptions } from './run/run-options.ts';
export { runStreamed } from './run/run-streamed.ts';
export { oneLine } from './text/one-line.ts';
export { visibleText } from './text/visible-text.ts';
