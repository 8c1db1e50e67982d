import type { ProcessDriver } from '@ctx/contract';
import type { CommandOptions } from '../command/command-driver.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { describedCli } from './described-cli.ts';

// Only this file knows the names in opencode's JSON events.

/** Permissions that only allow reading. All other tools are denied, including those of MCP servers. */
const READ_ONLY = {
  '*': 'deny',
  edit: 'deny',
  bash: 'deny',
  task: 'deny',
  external_directory: 'deny',
  read: 'allow',
  list: 'allow',
  glob: 'allow',
  grep: 'allow',
  todoread: 'allow',
  todowrite: 'allow',
  webfetch: 'allow',
  skill: 'allow',
};

/** An agent of our own, so that settings for opencode's own agents do not apply. */
const AGENT = 'ctx';
const agentWith = (permission: object) => ({
  OPENCODE_CONFIG_CONTENT: JSON.stringify({ agent: { [AGENT]: { mode: 'primary', permission } } }),
});

/** The options of `command` for opencode. */
export const opencodeCommand = {
  file: 'opencode',
  agentType: 'opencode',
  installCommand: 'npm install -g opencode-ai',
  // `--title`: without it, opencode asks the model for one. `--pure`: no plugins, which the permissions do not cover.
  args: ['run', '--format', 'json', '--pure', '--title', 'ctx', '--agent', AGENT],
  permissionEnv: {
    'read-only': agentWith(READ_ONLY),
    edit: agentWith({ ...READ_ONLY, edit: 'allow' }),
    full: agentWith({ '*': 'allow' }),
  },
  modelFlag: '-m',
  resumeFlag: '--session',
  env: {
    // Settings in the working directory could give the agent other permissions.
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  },
  inheritEnv: [
    'OPENCODE_API_KEY',
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GEMINI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'OPENROUTER_API_KEY',
    'GROQ_API_KEY',
    'DEEPSEEK_API_KEY',
    'XAI_API_KEY',
    'MISTRAL_API_KEY',
    'OPENCODE_DISABLE_MODELS_FETCH',
    'OPENCODE_MODELS_URL',
  ],
  // With install scripts off, npm's `opencode` is a stub.
  besideFile: [
    `../../opencode-${process.platform}-${process.arch}/bin/opencode`,
    `../node_modules/opencode-${process.platform}-${process.arch}/bin/opencode`,
  ],
  output: {
    format: 'jsonl',
    text: { where: { type: 'text' }, path: 'part.text' },
    // There is no end event: the exit code decides.
    error: { where: { type: 'error' }, path: 'error.data.message', status: 'error.data.statusCode' },
    sessionId: { path: 'sessionID' },
    tools: {
      call: { where: { type: 'tool_use' }, id: 'part.callID', name: 'part.tool', input: 'part.state.input' },
      result: {
        where: { type: 'tool_use' },
        id: 'part.callID',
        output: 'part.state.output',
        error: { 'part.state.status': 'error' },
      },
    },
    usage: {
      where: { type: 'step_finish' },
      add: true,
      inputTokens: ['part.tokens.input', 'part.tokens.cache.read', 'part.tokens.cache.write'],
      cachedInputTokens: 'part.tokens.cache.read',
      outputTokens: ['part.tokens.output', 'part.tokens.reasoning'],
      reasoningTokens: 'part.tokens.reasoning',
    },
  },
} as const satisfies CommandOptions;

/**
 * A driver for opencode.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function opencode(options: CliDriverOptions = {}): ProcessDriver {
  return describedCli(opencodeCommand, { '--variant': 'value', '--title': 'value' }, options);
}
