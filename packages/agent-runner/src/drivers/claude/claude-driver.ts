import {
  type CommandPlan,
  type EnforcedPermissions,
  type ProcessDriver,
  requireNoMore,
  type TurnInput,
} from '@ctx/contract';
import { CLI_DRIVER_OPTIONS, type CliDriverOptions, planExecutable } from '../driver-options.ts';
import { enforced } from '../enforced-permissions.ts';
import { withoutLeadingSlash } from '../inert-prompt.ts';
import { plainValue } from '../plain-value.ts';
import { type HarmlessFlags, whyFullAccess } from '../risky-arguments.ts';
import { createClaudeParser } from './claude-parser.ts';
import { CLAUDE_SESSIONS, sessionArguments } from './claude-session.ts';
import { nativePrograms } from './native-programs.ts';

/** How Claude Code is run. */
export interface ClaudeOptions extends CliDriverOptions {
  /** Stream the answer while it is written instead of message by message. Default true. */
  readonly partialMessages?: boolean | undefined;
}

/**
 * Longer system text goes to a file: every user of the machine can read arguments, and their limit is 131,071 bytes.
 */
const LONGEST_SYSTEM_ARGUMENT_BYTES = 4_096;
const SYSTEM_FILE = 'system.md';

const OPTIONS: Record<keyof ClaudeOptions, true> = { ...CLI_DRIVER_OPTIONS, partialMessages: true };

const PERMISSION_MODE: Readonly<Record<EnforcedPermissions, string>> = {
  'read-only': 'default',
  edit: 'acceptEdits',
  full: 'bypassPermissions',
};

const HARMLESS: HarmlessFlags = {
  '--effort': 'value',
  '--fallback-model': 'value',
  '--max-turns': 'value',
  '--max-budget-usd': 'value',
  '--name': 'value',
  '--bare': 'alone',
  '--no-session-persistence': 'alone',
  '--fork-session': 'alone',
  '--disable-slash-commands': 'alone',
  '--session-id': 'value',
};

const INHERIT_ENV: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'ANTHROPIC_VERTEX_PROJECT_ID',
  'CLOUD_ML_REGION',
  'AWS_REGION',
  'AWS_PROFILE',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_MAX_RETRIES',
  'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
  'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  'MAX_THINKING_TOKENS',
  'API_TIMEOUT_MS',
];

/**
 * A driver for Claude Code.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function claude(options: ClaudeOptions = {}): ProcessDriver {
  requireNoMore(options, OPTIONS);
  return {
    kind: 'process',
    agentType: 'claude-code',
    installCommand: 'npm install -g @anthropic-ai/claude-code',
    inheritEnv: INHERIT_ENV,
    sessions: 'keep',
    forks: true,
    takesNewSystemText: true,
    sessionFolder: CLAUDE_SESSIONS,
    command: (input) => planClaude(input, options),
    createParser: createClaudeParser,
  };
}

function planClaude(input: TurnInput, options: ClaudeOptions): CommandPlan {
  const { systemFlag: system = '', model, resume } = input;
  const isInFile = Buffer.byteLength(system) > LONGEST_SYSTEM_ARGUMENT_BYTES || system.includes('\0');
  const ownArgs = options.args ?? [];
  const executable = planExecutable(options, 'claude', nativePrograms(process.platform, process.arch));
  return {
    ...executable,
    args: [
      ...executable.args,
      ...['--print', '--output-format', 'stream-json', '--verbose'],
      ...(options.partialMessages === false ? [] : ['--include-partial-messages']),
      ...['--permission-mode', PERMISSION_MODE[enforced(input.permissions)]],
      // Settings can allow tools and run hooks. Neither those of the project nor of the user may widen the permissions.
      ...['--setting-sources', '', '--strict-mcp-config'],
      ...(model === undefined ? [] : ['--model', plainValue('model', model)]),
      ...sessionArguments(input),
      // Without this a resumed session keeps the system text it began with.
      ...(resume === undefined || system === '' ? [] : ['--system-prompt-snapshot', 'off']),
      ...systemArguments(system, isInFile),
      ...ownArgs,
    ],
    env: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Otherwise `@path` in a prompt adds that file to the request.
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      // A background task would keep the process alive after the answer.
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    },
    stdin: withoutLeadingSlash(input.prompt),
    files: isInFile ? [{ name: SYSTEM_FILE, content: system }] : undefined,
    needsFullAccess: whyFullAccess(ownArgs, HARMLESS),
  };
}

function systemArguments(system: string, isInFile: boolean): string[] {
  if (system === '') return [];
  return isInFile ? ['--append-system-prompt-file', `{file:${SYSTEM_FILE}}`] : ['--append-system-prompt', system];
}
