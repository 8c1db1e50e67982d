import type { CommandPlan, Permissions, ProcessDriver, TurnInput } from '@ctx/contract';
import { prependText, withoutFileMentions, withoutLeadingSlash } from '../../safety/inert-prompt.ts';
import { plainValue } from '../../safety/plain-value.ts';
import { type HarmlessFlags, whyFullAccess } from '../../safety/risky-arguments.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { createGeminiParser } from './gemini-parser.ts';

/** How Gemini CLI is run. */
export interface GeminiOptions extends CliDriverOptions {}

const APPROVAL_MODE: Readonly<Record<Permissions, string>> = {
  'read-only': 'default',
  edit: 'auto_edit',
  full: 'yolo',
};

const HARMLESS: HarmlessFlags = { '--session-id': 'value' };

const INHERIT_ENV: readonly string[] = [
  ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL', 'GEMINI_MODEL', 'GEMINI_CLI_HOME'],
  ...['GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_VERTEX_BASE_URL'],
];

/** A driver for Gemini CLI. */
export function gemini(options: GeminiOptions = {}): ProcessDriver {
  return {
    agentType: 'google-gemini',
    installCommand: 'npm install -g @google/gemini-cli',
    inheritEnv: INHERIT_ENV,
    command: (input) => planGemini(input, options),
    createParser: createGeminiParser,
  };
}

function planGemini(input: TurnInput, options: GeminiOptions): CommandPlan {
  const { systemFlag, model, resume } = input;
  const ownArgs = options.args ?? [];
  const prompt = systemFlag ? prependText(`${systemFlag}\n\n`, input.prompt) : input.prompt;
  return {
    file: options.file ?? 'gemini',
    args: [
      ...['--output-format', 'stream-json', '--skip-trust', '--approval-mode', APPROVAL_MODE[input.permissions]],
      ...(model === undefined ? [] : ['-m', plainValue('model', model)]),
      ...(resume === undefined ? [] : ['--resume', plainValue('sessionId', resume.sessionId)]),
      ...ownArgs,
    ],
    // Else a parent process ignores signals and doubles the memory.
    env: { GEMINI_CLI_NO_RELAUNCH: '1' },
    stdin: withoutLeadingSlash(withoutFileMentions(prompt)),
    needsFullAccess: whyFullAccess(ownArgs, HARMLESS),
  };
}
