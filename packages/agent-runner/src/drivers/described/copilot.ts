import type { ProcessDriver } from '@ctx/contract';
import type { CommandOptions } from '../command/command-driver.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { describedCli } from './described-cli.ts';

// Only this file knows the names in Copilot CLI's JSON events.

/** The options of `command` for GitHub Copilot CLI. */
export const copilotCommand = {
  file: 'copilot',
  agentType: 'copilot',
  installCommand: 'npm install -g @github/copilot',
  args: [
    ...['--output-format', 'json', '--stream', 'on', '--no-color'],
    // Nobody can answer questions, and the installed version must not change.
    ...['--no-ask-user', '--no-auto-update', '--no-remote', '--disable-builtin-mcps'],
  ],
  permissionArgs: {
    // A denied tool stays denied, even if the settings allow it.
    'read-only': ['--deny-tool=write', '--deny-tool=shell'],
    edit: ['--allow-tool=write', '--deny-tool=shell'],
    full: ['--allow-all'],
  },
  modelFlag: '--model',
  resumeFlag: '--resume',
  inheritEnv: [
    'COPILOT_GITHUB_TOKEN',
    'GH_TOKEN',
    'GITHUB_TOKEN',
    'GH_HOST',
    'COPILOT_GH_HOST',
    'COPILOT_HOME',
    'COPILOT_MODEL',
    'COPILOT_OFFLINE',
    'COPILOT_PROVIDER_BASE_URL',
    'COPILOT_PROVIDER_API_KEY',
    'COPILOT_PROVIDER_BEARER_TOKEN',
    'COPILOT_PROVIDER_TYPE',
    'COPILOT_PROVIDER_WIRE_API',
    'COPILOT_PROVIDER_MODEL_ID',
    'COPILOT_PROVIDER_WIRE_MODEL',
    'COPILOT_PROVIDER_AZURE_API_VERSION',
    'COPILOT_PROVIDER_TRANSPORT',
    'COPILOT_PROVIDER_MAX_PROMPT_TOKENS',
    'COPILOT_PROVIDER_MAX_OUTPUT_TOKENS',
  ],
  output: {
    format: 'jsonl',
    text: { where: { type: 'assistant.message' }, path: 'data.content' },
    delta: { where: { type: 'assistant.message_delta' }, path: 'data.deltaContent' },
    end: { where: { type: 'result' }, ok: { exitCode: 0 } },
    error: { where: { type: 'session.error' }, path: 'data.message', status: 'data.statusCode' },
    sessionId: { where: { type: 'result' }, path: 'sessionId' },
    tools: {
      call: {
        where: { type: 'tool.execution_start' },
        id: 'data.toolCallId',
        name: 'data.toolName',
        input: 'data.arguments',
      },
      result: {
        where: { type: 'tool.execution_complete' },
        id: 'data.toolCallId',
        output: 'data.result.content',
        error: { 'data.success': false },
      },
    },
  },
} as const satisfies CommandOptions;

/**
 * A driver for GitHub Copilot CLI.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function copilot(options: CliDriverOptions = {}): ProcessDriver {
  return describedCli(copilotCommand, { '--reasoning-effort': 'value', '--max-ai-credits': 'value' }, options);
}
