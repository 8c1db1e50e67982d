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
export { run } from './run/run.ts';
export type { RunOptions } from './run/run-options.ts';
export { runStreamed } from './run/run-streamed.ts';
export { createRedactor, type Redactor } from './safety/redactor.ts';
