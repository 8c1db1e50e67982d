import {
  type CommandPlan,
  type EnforcedPermissions,
  type Place,
  type ProcessDriver,
  requireNoMore,
  type TurnInput,
} from '@ctx/contract';
import { CLI_DRIVER_OPTIONS, type CliDriverOptions, planExecutable } from '../driver-options.ts';
import { enforced } from '../enforced-permissions.ts';
import { prependText } from '../inert-prompt.ts';
import { plainValue } from '../plain-value.ts';
import { type HarmlessFlags, whyFullAccess } from '../risky-arguments.ts';
import { sessionUuid } from '../session-ids.ts';
import { createCodexParser } from './codex-parser.ts';
import { CODEX_SESSIONS } from './codex-session.ts';
import { nativePrograms } from './native-programs.ts';
import { untrustedFolders } from './untrusted-folders.ts';

/** How Codex is run. */
export interface CodexOptions extends CliDriverOptions {}

const SANDBOX_MODE: Readonly<Record<EnforcedPermissions, string>> = {
  'read-only': 'read-only',
  edit: 'workspace-write',
  full: 'danger-full-access',
};

/** Settings that only choose the model and how it is reached. */
const HARMLESS_KEY =
  /^(?:model|model_provider|model_reasoning_(?:effort|summary)|model_verbosity|analytics\.enabled|model_providers\.[A-Za-z0-9_-]+\.(?:name|base_url|env_key|wire_api|request_max_retries|stream_max_retries|stream_idle_timeout_ms|supports_websockets|requires_openai_auth))$/;
/** A string without escapes, a bare word or a number. Tables, lists and escapes could contain other settings. */
const PLAIN_VALUE = /^(?:"[^"\\\p{Cc}]*"|'[^'\p{Cc}]*'|[\w.:/@%+-]+)$/u;

function isHarmlessSetting(setting: string): boolean {
  const equals = setting.indexOf('=');
  return equals !== -1 && HARMLESS_KEY.test(setting.slice(0, equals)) && PLAIN_VALUE.test(setting.slice(equals + 1));
}

const HARMLESS: HarmlessFlags = {
  '-c': isHarmlessSetting,
  '--config': isHarmlessSetting,
  '--disable': (feature) => ['plugins', 'unbounded_connection_retries', 'hooks'].includes(feature),
  '--ephemeral': 'alone',
  '--ignore-user-config': 'alone',
};

const INHERIT_ENV: readonly string[] = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_ORGANIZATION',
  'OPENAI_PROJECT',
  'CODEX_API_KEY',
  'CODEX_HOME',
  'AZURE_OPENAI_API_KEY',
  'CODEX_CA_CERTIFICATE',
];

/**
 * A driver for Codex.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function codex(options: CodexOptions = {}): ProcessDriver {
  requireNoMore(options, CLI_DRIVER_OPTIONS);
  return {
    kind: 'process',
    agentType: 'openai-codex',
    installCommand: 'npm install -g @openai/codex',
    inheritEnv: INHERIT_ENV,
    sessions: 'keep',
    sessionFolder: CODEX_SESSIONS,
    command: (input, place) => planCodex(input, place, options),
    createParser: createCodexParser,
  };
}

function planCodex(input: TurnInput, place: Place, options: CodexOptions): CommandPlan {
  const { systemFlag, model, resume } = input;
  const mode = SANDBOX_MODE[enforced(input.permissions)];
  const ownArgs = options.args ?? [];
  const executable = planExecutable(options, 'codex', nativePrograms(process.platform, process.arch));
  return {
    ...executable,
    args: [
      ...executable.args,
      'exec',
      // `resume` has no flag for the sandbox mode and would take it from the settings.
      ...(resume === undefined ? ['--sandbox', mode] : ['resume', '-c', `sandbox_mode="${mode}"`]),
      ...(resume === undefined && input.session !== 'keep' ? ['--ephemeral'] : []),
      ...['--json', '--skip-git-repo-check'],
      // Rules can let a command run outside the sandbox; hooks and `notify` run programs.
      ...['--ignore-rules', '--disable', 'hooks', '-c', 'notify=[]', '-c', 'approval_policy="never"'],
      ...['-c', 'analytics.enabled=false', '--disable', 'plugins'],
      // The user's own settings could let `edit` write anywhere and reach the network.
      ...['-c', 'sandbox_workspace_write={writable_roots=[],network_access=false}'],
      // Otherwise `.codex/config.toml` of the project starts programs (`mcp_servers`) and widens the sandbox.
      ...['-c', untrustedFolders(place)],
      // Otherwise Codex retries for ever while its endpoint cannot be reached.
      ...['--disable', 'unbounded_connection_retries'],
      ...(model === undefined ? [] : ['-m', plainValue('model', model)]),
      ...ownArgs,
      ...(resume === undefined ? [] : [sessionUuid('Codex', resume.sessionId)]),
      '-',
    ],
    env: {},
    // A resumed thread already has the system text; it would be repeated in every turn.
    stdin: systemFlag && resume === undefined ? prependText(`[SYSTEM]\n${systemFlag}\n\n`, input.prompt) : input.prompt,
    needsFullAccess: whyFullAccess(ownArgs, HARMLESS),
  };
}
