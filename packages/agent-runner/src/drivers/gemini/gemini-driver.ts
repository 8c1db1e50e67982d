import path from 'node:path';
import {
  type CommandPlan,
  type EnforcedPermissions,
  type ProcessDriver,
  requireNoMore,
  type SessionFolder,
  type TurnInput,
} from '@ctx/contract';
import { CLI_DRIVER_OPTIONS, type CliDriverOptions, planExecutable } from '../driver-options.ts';
import { enforced } from '../enforced-permissions.ts';
import { prependText, withoutFileMentions, withoutLeadingSlash } from '../inert-prompt.ts';
import { plainValue } from '../plain-value.ts';
import { type HarmlessFlags, whyFullAccess } from '../risky-arguments.ts';
import { homeIn } from '../session-ids.ts';
import { adminPolicy } from './admin-policy.ts';
import { createGeminiParser } from './gemini-parser.ts';

/** How Gemini CLI is run. */
export interface GeminiOptions extends CliDriverOptions {}

const APPROVAL_MODE: Readonly<Record<EnforcedPermissions, string>> = {
  'read-only': 'default',
  edit: 'auto_edit',
  full: 'yolo',
};

const HARMLESS: HarmlessFlags = { '--session-id': 'value' };

const INHERIT_ENV: readonly string[] = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GEMINI_BASE_URL',
  'GEMINI_MODEL',
  'GEMINI_CLI_HOME',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_GENAI_USE_GCA',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_VERTEX_BASE_URL',
];

/**
 * A driver for Gemini CLI. Every turn starts a new session (`sessions: 'fresh'`), because those of version 0.61.0
 * cannot be resumed reliably: after a turn with a tool, a resumed session sends two responses for one call; a session
 * resumed within a minute of its start has lost its history; of two turns at the same time, one loses its prompt
 * silently. The session file is removed after each turn, since no flag keeps the CLI from writing it.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function gemini(options: GeminiOptions = {}): ProcessDriver {
  requireNoMore(options, CLI_DRIVER_OPTIONS);
  return {
    kind: 'process',
    agentType: 'google-gemini',
    installCommand: 'npm install -g @google/gemini-cli',
    inheritEnv: INHERIT_ENV,
    sessions: 'fresh',
    sessionFolder: GEMINI_SESSIONS,
    command: (input) => planGemini(input, options),
    createParser: createGeminiParser,
  };
}

const GEMINI_SESSIONS: SessionFolder = {
  folder: (env) => path.join(env['GEMINI_CLI_HOME'] || homeIn(env), '.gemini', 'tmp'),
  fileEnd: (sessionId) => `-${sessionId.slice(0, 8)}.jsonl`,
};

const POLICY_FILE = 'policy.toml';

function planGemini(input: TurnInput, options: GeminiOptions): CommandPlan {
  const { systemFlag, model, resume } = input;
  const ownArgs = options.args ?? [];
  const prompt = systemFlag ? prependText(`${systemFlag}\n\n`, input.prompt) : input.prompt;
  const permissions = enforced(input.permissions);
  const policy = adminPolicy(permissions);
  const executable = planExecutable(options, 'gemini');
  return {
    ...executable,
    args: [
      ...executable.args,
      ...['--output-format', 'stream-json', '--skip-trust', '--approval-mode', APPROVAL_MODE[permissions]],
      // No MCP server and no extension is called `none`, so none is started.
      ...(policy === undefined
        ? []
        : ['--admin-policy', `{file:${POLICY_FILE}}`, '--allowed-mcp-server-names', 'none', '-e', 'none']),
      ...(model === undefined ? [] : ['-m', plainValue('model', model)]),
      ...(resume === undefined ? [] : ['--resume', plainValue('sessionId', resume.sessionId)]),
      ...ownArgs,
    ],
    env: {
      // Otherwise a parent process ignores signals and doubles the memory use.
      GEMINI_CLI_NO_RELAUNCH: '1',
      // Unset, since it would make the CLI load the settings of the working directory.
      GEMINI_CLI_TRUST_WORKSPACE: undefined,
    },
    stdin: withoutLeadingSlash(withoutFileMentions(prompt)),
    files: policy === undefined ? undefined : [{ name: POLICY_FILE, content: policy }],
    needsFullAccess: whyFullAccess(ownArgs, HARMLESS),
  };
}
