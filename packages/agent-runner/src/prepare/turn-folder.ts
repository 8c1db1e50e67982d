import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandPlan } from '@ctx/contract';

/** The folder of one turn. Only the user who runs the host can open it. */
export interface TurnFolder {
  readonly path: string;
  /** The file that holds the prompt. */
  readonly promptFile: string;
  /** For the agent's temporary files. Separate from the planned files, which say what the agent may do. */
  readonly temporary: string;
  /** Path of a planned file. */
  fileAt(name: string): string;
  /** Removes the folder. Never throws. */
  remove(): Promise<void>;
}

/**
 * Creates the folder of a turn and writes the prompt and the plan's files into it, readable by the owner only.
 *
 * @throws {TypeError} for a name that is not a plain file name
 */
export async function createTurnFolder({ stdin, files = [] }: CommandPlan): Promise<TurnFolder> {
  for (const { name } of files) {
    if (name === '' || name !== path.basename(name) || name === '.' || name === '..' || name.includes('\0')) {
      throw new TypeError(`A planned file needs a plain file name, not ${JSON.stringify(name)}`);
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'ctx-turn-'));
  const temporary = path.join(folder, 'tmp');
  const promptFile = path.join(folder, 'prompt');
  const fileAt = (name: string): string => path.join(folder, 'files', name);
  // With retries: a process that could not be ended may still be writing there.
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  try {
    await mkdir(temporary, { mode: 0o700 });
    await writeFile(promptFile, stdin, { mode: 0o600, flag: 'wx' });
    if (files.length > 0) await mkdir(fileAt('.'), { mode: 0o700 });
    for (const { name, content } of files) await writeFile(fileAt(name), content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path: folder, promptFile, temporary, fileAt, remove };
}

/** The plan's arguments and variables with `{file:NAME}` replaced by the path of that file. */
export function insertFilePaths(
  plan: CommandPlan,
  folder: Pick<TurnFolder, 'fileAt'> | undefined,
): Pick<CommandPlan, 'args' | 'env'> {
  if (folder === undefined || plan.files === undefined) return plan;
  const insert = (text: string): string =>
    (plan.files ?? []).reduce((done, { name }) => done.replaceAll(`{file:${name}}`, () => folder.fileAt(name)), text);
  return {
    args: plan.args.map(insert),
    env: Object.fromEntries(
      Object.entries(plan.env).map(([name, value]) => [name, value === undefined ? undefined : insert(value)]),
    ),
  };
}
