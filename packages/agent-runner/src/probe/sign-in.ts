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

/**
 * What a command such as `codex login status` tells. It exits with 0 if signed in and with 1 if not. An older CLI without
 * the command exits otherwise.
 */
export function signedInFrom(output: CommandOutput | undefined): SignedIn {
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
