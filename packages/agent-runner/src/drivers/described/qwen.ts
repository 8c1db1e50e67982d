import type { ProcessDriver } from '@ctx/contract';
import type { CommandOptions } from '../command/command-driver.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { describedCli } from './described-cli.ts';

// Only this file knows the names in Qwen Code's stream-json.

/** Its settings of the system overrule those of the working directory and the home folder, which could start programs. */
const SYSTEM_SETTINGS = { disableAllHooks: true, tools: { discoveryCommand: '', callCommand: '' } };

/** The options of `command` for Qwen Code. */
export const qwenCommand = {
  file: 'qwen',
  agentType: 'qwen',
  installCommand: 'npm install -g @qwen-code/qwen-code',
  // No MCP server and no extension is called `none`, so none is started.
  args: ['--output-format', 'stream-json', '--allowed-mcp-server-names', 'none', '-e', 'none'],
  permissionArgs: {
    // Settings in the working directory or the home folder can allow tools in any mode. An excluded tool stays
    // excluded.
    'read-only': ['--approval-mode', 'default', '--exclude-tools', 'edit,write_file,run_shell_command,monitor'],
    edit: ['--approval-mode', 'auto-edit', '--exclude-tools', 'run_shell_command,monitor'],
    full: ['--approval-mode', 'yolo'],
  },
  modelFlag: '-m',
  resumeFlag: '--resume',
  // Otherwise a parent process doubles the memory use.
  env: { QWEN_CODE_NO_RELAUNCH: '1', QWEN_CODE_SYSTEM_SETTINGS_PATH: '{file:settings.json}' },
  files: [{ name: 'settings.json', content: JSON.stringify(SYSTEM_SETTINGS) }],
  inheritEnv: [
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'OPENAI_MODEL',
    'QWEN_HOME',
    'DASHSCOPE_API_KEY',
    'BAILIAN_CODING_PLAN_API_KEY',
  ],
  inert: ['leading-slash', 'file-mentions'],
  output: {
    format: 'jsonl',
    text: { where: { type: 'assistant' }, path: 'message.content.*.text' },
    end: { where: { type: 'result' }, ok: { is_error: false } },
    // When the service returns an error, Qwen Code exits with 0 and sets no error flag.
    error: [
      { path: 'result', startsWith: '[API Error' },
      { where: { type: 'result', is_error: true }, path: 'error.message' },
    ],
    sessionId: { where: { type: 'system' }, path: 'session_id' },
    tools: {
      call: {
        where: { type: 'assistant', 'message.content.0.type': 'tool_use' },
        id: 'message.content.0.id',
        name: 'message.content.0.name',
        input: 'message.content.0.input',
      },
      result: {
        where: { type: 'user', 'message.content.0.type': 'tool_result' },
        id: 'message.content.0.tool_use_id',
        output: 'message.content.0.content',
        error: { 'message.content.0.is_error': true },
      },
    },
    usage: {
      where: { type: 'result' },
      inputTokens: 'usage.input_tokens',
      cachedInputTokens: 'usage.cache_read_input_tokens',
      outputTokens: 'usage.output_tokens',
    },
  },
} as const satisfies CommandOptions;

/**
 * A driver for Qwen Code.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function qwen(options: CliDriverOptions = {}): ProcessDriver {
  return describedCli(qwenCommand, { '--session-id': 'value', '--max-session-turns': 'value' }, options);
}
