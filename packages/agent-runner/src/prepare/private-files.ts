import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandPlan, PlannedFile } from '@ctx/contract';

/** The files of one turn on disk. */
export interface PrivateFiles {
  readonly folder: string;
  /** Removes all of them. Never throws. */
  remove(): Promise<void>;
}

/**
 * Writes a plan's files, readable by the owner only, into a folder only the owner can enter.
 *
 * @throws {TypeError} for a name that is not a plain file name
 */
export async function writePrivateFiles(files: readonly PlannedFile[]): Promise<PrivateFiles> {
  for (const { name } of files) {
    if (name === '' || name !== path.basename(name) || name === '.' || name === '..' || name.includes('\0')) {
      throw new TypeError(`A planned file needs a plain file name, not ${JSON.stringify(name)}`);
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'ctx-turn-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true }).catch(() => {});
  try {
    for (const { name, content } of files) {
      await writeFile(path.join(folder, name), content, { mode: 0o600, flag: 'wx' });
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

/** The plan's arguments and variables with `{file:NAME}` replaced by the path of that file. */
export function insertFilePaths(plan: CommandPlan, folder: string | undefined): Pick<CommandPlan, 'args' | 'env'> {
  if (folder === undefined || plan.files === undefined) return plan;
  const insert = (text: string): string =>
    (plan.files ?? []).reduce(
      (done, { name }) => done.replaceAll(`{file:${name}}`, () => path.join(folder, name)),
      text,
    );
  return {
    args: plan.args.map(insert),
    env: Object.fromEntries(
      Object.entries(plan.env).map(([name, value]) => [name, value === undefined ? undefined : insert(value)]),
    ),
  };
}
