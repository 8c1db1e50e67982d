export { isBlank, tokenLimitOf as contextWindowOf } from '@ctx/model-context';
export type { ApiDriverOptions } from './api/api-driver-options.ts';
export type { ApiTool, ApiToolContext } from './api/api-tool.ts';
export { geminiApi } from './api/gemini-api.ts';
export type { GeminiChunk, GeminiClient } from './api/gemini-service.ts';
export { openaiApi } from './api/openai-api.ts';
export type { OpenAIChunk, OpenAIToolCallDelta } from './api/openai-chunk.ts';
export type { OpenAIClient } from './api/openai-service.ts';
export { AGENT_CLI_TYPES, AGENT_CLIS, type AgentCli, findAgentCli } from './drivers/agent-clis.ts';
export { type ClaudeOptions, claude } from './drivers/claude/claude-driver.ts';
export { type CodexOptions, codex } from './drivers/codex/codex-driver.ts';
export { type CommandOptions, command } from './drivers/command/command-driver.ts';
export { jsonlParser } from './drivers/command/jsonl-parser.ts';
export type {
  CountPath,
  EndMapping,
  ErrorMapping,
  JsonlMapping,
  OutputMapping,
  Place,
  ToolsMapping,
  UsageMapping,
  Where,
} from './drivers/command/output-mapping.ts';
export { copilot, copilotCommand } from './drivers/described/copilot.ts';
export { opencode, opencodeCommand } from './drivers/described/opencode.ts';
export { qwen, qwenCommand } from './drivers/described/qwen.ts';
export { EMPTY_ANSWER, noise, notice } from './drivers/driver-events.ts';
export type { CliDriverOptions } from './drivers/driver-options.ts';
export { type GeminiOptions, gemini } from './drivers/gemini/gemini-driver.ts';
export { type Prompt, prependText, withoutFileMentions, withoutLeadingSlash } from './drivers/inert-prompt.ts';
export { asArray, asCount, asNumber, asObject, asText, type JsonObject } from './drivers/json-fields.ts';
export { plainValue } from './drivers/plain-value.ts';
export { type HarmlessFlags, whyFullAccess } from './drivers/risky-arguments.ts';
export { createTurnReport, type TurnReport } from './drivers/turn-report.ts';
export { type EndMarkedOptions, endMarkedProcesses } from './end/end-marked-processes.ts';
export { createMarker } from './end/marker.ts';
export { hasProcess, type ProcessStat, readProcessStat } from './end/process-stat.ts';
export { type FindProgramOptions, findProgram } from './prepare/find-program.ts';
export { placeOf } from './prepare/place-of.ts';
export { type ProbeOptions, type ProbeResult, probe } from './probe/probe.ts';
export type { SignedIn, SignInSources } from './probe/sign-in.ts';
export { launchProgram } from './program/launch-program.ts';
export { runOnTerminal, type TerminalProgramRequest } from './program/run-on-terminal.ts';
export { type ProgramRequest, type ProgramResult, runProgram } from './program/run-program.ts';
export { classifyFailure, type FailureFacts } from './result/classify-failure.ts';
export { createRedactor, type Redactor, secretValues } from './result/redactor.ts';
export { run } from './run/run.ts';
export type { RunOptions } from './run/run-options.ts';
export { runStreamed } from './run/run-streamed.ts';
export type { StartRequest } from './start/child-process.ts';
export {
  describeToolCall,
  describeToolResult,
  describeToolUse,
  isShellTool,
  toolCallDetail,
} from './text/describe-tool-call.ts';
export { oneLine } from './text/one-line.ts';
export { createVisiblePieces, type VisiblePieces } from './text/visible-pieces.ts';
export { visibleJson, visibleText } from './text/visible-text.ts';
