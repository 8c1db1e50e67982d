import { normalizeAgentType, type ProcessDriver } from '@ctx/contract';
import { type SignedIn, type SignInSources, signedInFrom } from '../probe/sign-in.ts';
import { claude } from './claude/claude-driver.ts';
import { codex } from './codex/codex-driver.ts';
import { copilot } from './described/copilot.ts';
import { opencode } from './described/opencode.ts';
import { qwen } from './described/qwen.ts';
import type { CliDriverOptions } from './driver-options.ts';
import { gemini } from './gemini/gemini-driver.ts';

/** The agent types of all `AGENT_CLIS`. Whoever only needs these does not bundle the drivers. */
export const AGENT_CLI_TYPES = ['claude', 'codex', 'gemini', 'qwen', 'opencode', 'copilot'] as const;

/** An agent CLI that ctx knows by name. */
export interface AgentCli {
  /** The agent type in a team file, and the name of the program. */
  readonly agentType: (typeof AGENT_CLI_TYPES)[number];
  /** Its name for people. */
  readonly name: string;
  readonly createDriver: (options: CliDriverOptions) => ProcessDriver;
  /** What a person does to sign in. */
  readonly howToSignIn: string;
  /** What `checkSignIn` looks at, for people. */
  readonly signedInBy: string;
  readonly checkSignIn: (sources: SignInSources) => Promise<SignedIn>;
}

/** The agent CLIs that ctx knows by name. Each row is all that `probe`, a team and the app need to know of one. */
export const AGENT_CLIS: readonly AgentCli[] = [
  {
    agentType: 'claude',
    name: 'Claude Code',
    createDriver: claude,
    howToSignIn: 'claude auth login',
    signedInBy: 'claude auth status',
    checkSignIn: async ({ runCli }) => signedInFrom(await runCli(['auth', 'status'])),
  },
  {
    agentType: 'codex',
    name: 'Codex',
    createDriver: codex,
    howToSignIn: 'codex login',
    signedInBy: 'codex login status, or CODEX_API_KEY',
    checkSignIn: async ({ runCli, hasVariable }) =>
      hasVariable('CODEX_API_KEY') ? 'yes' : signedInFrom(await runCli(['login', 'status'])),
  },
  {
    agentType: 'gemini',
    name: 'Gemini CLI',
    createDriver: gemini,
    howToSignIn: 'gemini, and sign in there; or set GEMINI_API_KEY',
    signedInBy: 'GEMINI_API_KEY or GOOGLE_API_KEY, or .gemini/oauth_creds.json or .gemini/gemini-credentials.json',
    checkSignIn: async ({ hasVariable, hasFile }) => {
      if (hasVariable('GEMINI_API_KEY') || hasVariable('GOOGLE_API_KEY')) return 'yes';
      const files = ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json'];
      if (await hasFile('GEMINI_CLI_HOME', files)) return 'yes';
      // The credentials may be in a cloud account or in the system's keychain.
      const mayBeElsewhere = hasVariable('GOOGLE_GENAI_USE_VERTEXAI') || hasVariable('GOOGLE_GENAI_USE_GCA');
      return mayBeElsewhere || process.platform !== 'linux' ? 'unknown' : 'no';
    },
  },
  // The settings of the next three can name other services, with their own keys or none. So a missing file is never a
  // "no".
  {
    agentType: 'qwen',
    name: 'Qwen Code',
    createDriver: qwen,
    howToSignIn: 'qwen auth',
    signedInBy: 'OPENAI_API_KEY, DASHSCOPE_API_KEY or BAILIAN_CODING_PLAN_API_KEY, or .qwen/oauth_creds.json',
    checkSignIn: async ({ hasVariable, hasFile }) => {
      if (['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY'].some(hasVariable)) return 'yes';
      return (await hasFile('QWEN_HOME', ['oauth_creds.json', '.qwen/oauth_creds.json'])) ? 'yes' : 'unknown';
    },
  },
  {
    agentType: 'opencode',
    name: 'opencode',
    createDriver: opencode,
    howToSignIn: 'opencode auth login',
    signedInBy: 'opencode/auth.json in XDG_DATA_HOME or .local/share',
    checkSignIn: async ({ hasFile }) =>
      (await hasFile('XDG_DATA_HOME', ['opencode/auth.json', '.local/share/opencode/auth.json'])) ? 'yes' : 'unknown',
  },
  {
    agentType: 'copilot',
    name: 'Copilot CLI',
    createDriver: copilot,
    howToSignIn: 'copilot login',
    signedInBy: 'COPILOT_GITHUB_TOKEN, GH_TOKEN, GITHUB_TOKEN or COPILOT_PROVIDER_BASE_URL',
    checkSignIn: async ({ hasVariable }) => {
      const variables = ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'];
      return variables.some(hasVariable) ? 'yes' : 'unknown';
    },
  },
];

/** The CLI of an agent type, by any name of that type; `undefined` if it is none of these. */
export function findAgentCli(agentType: string): AgentCli | undefined {
  const normalized = normalizeAgentType(agentType);
  return AGENT_CLIS.find((cli) => normalizeAgentType(cli.agentType) === normalized);
}
