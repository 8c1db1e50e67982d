import type { ProcessDriver } from '@ctx/contract';
import type { CommandOptions } from '../command/command-driver.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { describedCli } from './described-cli.ts';

// Only this file knows the names in opencode's JSON events.

/** What only looks. All else is denied by the name of its tool, those of MCP servers included. */
const LOOKING = {
  '*': 'deny',
  ...{ edit: 'deny', bash: 'deny', task: 'deny', external_directory: 'deny' },
  ...{ read: 'allow', list: 'allow', glob: 'allow', grep: 'allow' },
  ...{ todoread: 'allow', todowrite: 'allow', webfetch: 'allow', skill: 'allow' },
};

/** An agent of our own: what settings say about opencode's agents is not about this one. */
const AGENT = 'ctx';
const agentWith = (permission: object) => ({
  OPENCODE_CONFIG_CONTENT: JSON.stringify({ agent: { [AGENT]: { mode: 'primary', permission } } }),
});

/** opencode as data for `command`. */
export const opencodeCommand = {
  file: 'opencode',
  agentType: 'opencode',
  installCommand: 'npm install -g opencode-ai',
  // With a title it does not ask the model for one. Plugins are programs: they would run beside the permissions.
  args: ['run', '--format', 'json', '--pure', '--title', 'ctx', '--agent', AGENT],
  permissionEnv: {
    'read-only': agentWith(LOOKING),
    edit: agentWith({ ...LOOKING, edit: 'allow' }),
    full: agentWith({ '*': 'allow' }),
  },
  modelFlag: '-m',
  resumeFlag: '--session',
  env: {
    // Settings of the folder could give an agent other permissions.
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  },
  inheritEnv: [
    ...['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ...['OPENROUTER_API_KEY', 'GROQ_API_KEY', 'DEEPSEEK_API_KEY', 'XAI_API_KEY', 'MISTRAL_API_KEY'],
    ...['OPENCODE_DISABLE_MODELS_FETCH', 'OPENCODE_MODELS_URL'],
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

/** A driver for opencode. */
export function opencode(options: CliDriverOptions = {}): ProcessDriver {
  return describedCli(opencodeCommand, { '--variant': 'value', '--title': 'value' }, options);
}
