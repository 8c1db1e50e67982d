import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { CommandOutput } from '../start/child-process.ts';

/** Whether somebody is signed in, as far as that can be told without running a turn. */
export type SignedIn = 'yes' | 'no' | 'unknown';

/** What a look at the sign-in may use. It sees whether variables and files are there, never what is in them. */
export interface SignInLook {
  /** Runs the CLI with arguments; `undefined` when it could not be run. */
  readonly ask: (args: readonly string[]) => Promise<CommandOutput | undefined>;
  readonly hasVariable: (name: string) => boolean;
  /** True when one of these files is in the folder the variable names, or else in the home folder. */
  readonly hasFile: (folderVariable: string, names: readonly string[]) => Promise<boolean>;
}

/** How each CLI tells. */
export const SIGN_IN: Readonly<Record<string, { readonly by: string; look(look: SignInLook): Promise<SignedIn> }>> = {
  'claude-code': {
    by: 'claude auth status',
    look: async ({ ask }) => answerOf(await ask(['auth', 'status'])),
  },
  'openai-codex': {
    by: 'codex login status, or CODEX_API_KEY',
    look: async ({ ask, hasVariable }) =>
      hasVariable('CODEX_API_KEY') ? 'yes' : answerOf(await ask(['login', 'status'])),
  },
  'google-gemini': {
    by: 'GEMINI_API_KEY or GOOGLE_API_KEY, or .gemini/oauth_creds.json or .gemini/gemini-credentials.json',
    look: async ({ hasVariable, hasFile }) => {
      if (hasVariable('GEMINI_API_KEY') || hasVariable('GOOGLE_API_KEY')) return 'yes';
      if (await hasFile('GEMINI_CLI_HOME', ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json']))
        return 'yes';
      // A cloud account or the system's keychain may hold what no file shows.
      const mayBeElsewhere = hasVariable('GOOGLE_GENAI_USE_VERTEXAI') || hasVariable('GOOGLE_GENAI_USE_GCA');
      return mayBeElsewhere || process.platform !== 'linux' ? 'unknown' : 'no';
    },
  },
  // The settings of these three may name services, with keys or without: no file that is missing means "no".
  qwen: {
    by: 'OPENAI_API_KEY, DASHSCOPE_API_KEY or BAILIAN_CODING_PLAN_API_KEY, or .qwen/oauth_creds.json',
    look: async ({ hasVariable, hasFile }) => {
      if (['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY'].some(hasVariable)) return 'yes';
      return (await hasFile('QWEN_HOME', ['oauth_creds.json', '.qwen/oauth_creds.json'])) ? 'yes' : 'unknown';
    },
  },
  opencode: {
    by: 'opencode/auth.json in XDG_DATA_HOME or .local/share',
    look: async ({ hasFile }) =>
      (await hasFile('XDG_DATA_HOME', ['opencode/auth.json', '.local/share/opencode/auth.json'])) ? 'yes' : 'unknown',
  },
  copilot: {
    by: 'COPILOT_GITHUB_TOKEN, GH_TOKEN, GITHUB_TOKEN or COPILOT_PROVIDER_BASE_URL',
    look: async ({ hasVariable }) =>
      ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'].some(hasVariable)
        ? 'yes'
        : 'unknown',
  },
};

/** Both commands exit with 0 when signed in and with 1 when not; an older CLI without the command says something else. */
function answerOf(output: CommandOutput | undefined): SignedIn {
  if (output?.exitCode === 0) return 'yes';
  return output?.exitCode === 1 ? 'no' : 'unknown';
}

/** Looks for files under the folder a variable names, else under the home folder. */
export async function hasFileUnder(folder: string | undefined, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const found = await access(path.join(folder || homedir(), name)).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
