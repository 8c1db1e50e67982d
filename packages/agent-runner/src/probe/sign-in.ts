import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { CommandOutput } from '../start/child-process.ts';

/** Whether the user is signed in, as far as that can be found out without running a turn. */
export type SignedIn = 'yes' | 'no' | 'unknown';

/** What a check may use. It sees whether variables and files exist, never their content. */
export interface SignInSources {
  /** Runs the CLI with arguments; `undefined` when it could not be run. */
  readonly runCli: (args: readonly string[]) => Promise<CommandOutput | undefined>;
  readonly hasVariable: (name: string) => boolean;
  /**
   * True if one of these files exists in the folder that the variable names, or in the home folder if it is not set.
   */
  readonly hasFile: (folderVariable: string, names: readonly string[]) => Promise<boolean>;
}

/** How each agent type is checked. `by` describes the check to people. */
export const SIGN_IN: Readonly<
  Record<string, { readonly by: string; check(sources: SignInSources): Promise<SignedIn> }>
> = {
  'claude-code': {
    by: 'claude auth status',
    check: async ({ runCli }) => signedInFrom(await runCli(['auth', 'status'])),
  },
  'openai-codex': {
    by: 'codex login status, or CODEX_API_KEY',
    check: async ({ runCli, hasVariable }) =>
      hasVariable('CODEX_API_KEY') ? 'yes' : signedInFrom(await runCli(['login', 'status'])),
  },
  'google-gemini': {
    by: 'GEMINI_API_KEY or GOOGLE_API_KEY, or .gemini/oauth_creds.json or .gemini/gemini-credentials.json',
    check: async ({ hasVariable, hasFile }) => {
      if (hasVariable('GEMINI_API_KEY') || hasVariable('GOOGLE_API_KEY')) return 'yes';
      const files = ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json'];
      if (await hasFile('GEMINI_CLI_HOME', files)) return 'yes';
      // The credentials may be in a cloud account or in the system's keychain.
      const mayBeElsewhere = hasVariable('GOOGLE_GENAI_USE_VERTEXAI') || hasVariable('GOOGLE_GENAI_USE_GCA');
      return mayBeElsewhere || process.platform !== 'linux' ? 'unknown' : 'no';
    },
  },
  // The settings of these three can name other services, with their own keys or none. So a missing file is never a
  // "no".
  qwen: {
    by: 'OPENAI_API_KEY, DASHSCOPE_API_KEY or BAILIAN_CODING_PLAN_API_KEY, or .qwen/oauth_creds.json',
    check: async ({ hasVariable, hasFile }) => {
      if (['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY'].some(hasVariable)) return 'yes';
      return (await hasFile('QWEN_HOME', ['oauth_creds.json', '.qwen/oauth_creds.json'])) ? 'yes' : 'unknown';
    },
  },
  opencode: {
    by: 'opencode/auth.json in XDG_DATA_HOME or .local/share',
    check: async ({ hasFile }) =>
      (await hasFile('XDG_DATA_HOME', ['opencode/auth.json', '.local/share/opencode/auth.json'])) ? 'yes' : 'unknown',
  },
  copilot: {
    by: 'COPILOT_GITHUB_TOKEN, GH_TOKEN, GITHUB_TOKEN or COPILOT_PROVIDER_BASE_URL',
    check: async ({ hasVariable }) =>
      ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'].some(hasVariable)
        ? 'yes'
        : 'unknown',
  },
};

/** Both commands exit with 0 if signed in and with 1 if not. An older CLI without the command exits otherwise. */
function signedInFrom(output: CommandOutput | undefined): SignedIn {
  if (output?.exitCode === 0) return 'yes';
  return output?.exitCode === 1 ? 'no' : 'unknown';
}

/** True if one of the files exists in the folder, or in the home folder if there is none. */
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
