import { copyFile, lstat, mkdir, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { absolutePath, readablePath } from '../git-path.ts';
import type { PrivateGit } from '../private-git.ts';
import { succeeds } from '../succeeds.ts';
import type { PlannedFile } from './plan-undo.ts';
import type { StagedFiles } from './stage-files.ts';

/** Files that are in place, and can still be rolled back. */
export interface PlacedFiles {
  /** Restores the tree to its earlier state. */
  rollBack(): Promise<void>;
}

/**
 * Moves the current files aside and the new files into place: all of them, or none if one fails.
 * @throws the file system's error, after everything was rolled back.
 */
export async function putInPlace(
  git: PrivateGit,
  files: readonly PlannedFile[],
  staged: StagedFiles,
): Promise<PlacedFiles> {
  /** The steps that roll everything back. The last one runs first. */
  const rollbackSteps: (() => Promise<unknown>)[] = [];
  const rollBack = async (): Promise<void> => {
    for (const step of rollbackSteps.splice(0).reverse()) await step();
  };
  try {
    for (const [at, { path, current }] of files.entries()) {
      if (current === undefined) continue;
      const place = absolutePath(git.tree, path);
      await move(place, Buffer.from(staged.oldOf(at)));
      rollbackSteps.push(() => move(Buffer.from(staged.oldOf(at)), place));
    }
    // Folders that are now empty are removed first: a new file may have the same path as an old folder.
    for (const { path, current, to } of files) {
      if (current !== undefined && to === undefined) await removeEmptyFolders(git, path, rollbackSteps);
    }
    for (const [at, { path, to }] of files.entries()) {
      if (to === undefined) continue;
      await makeFolders(git, path, rollbackSteps);
      const place = absolutePath(git.tree, path);
      // A file that was created there in the meantime is not overwritten.
      if (await succeeds(lstat(place))) throw new Error(`there is already something at ${readablePath(path)}`);
      await move(Buffer.from(staged.newOf(at)), place);
      rollbackSteps.push(() => unlink(place));
    }
  } catch (error) {
    await rollBack();
    throw error;
  }
  return { rollBack };
}

async function makeFolders(git: PrivateGit, path: string, rollbackSteps: (() => Promise<unknown>)[]): Promise<void> {
  const parts = path.split('/').slice(0, -1);
  for (let count = 1; count <= parts.length; count++) {
    const folder = absolutePath(git.tree, parts.slice(0, count).join('/'));
    const entry = await lstat(folder).catch(() => undefined);
    if (entry?.isDirectory()) continue;
    await mkdir(folder);
    rollbackSteps.push(() => rmdir(folder));
  }
}

async function removeEmptyFolders(
  git: PrivateGit,
  path: string,
  rollbackSteps: (() => Promise<unknown>)[],
): Promise<void> {
  for (let parts = path.split('/').slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) {
    const folder = absolutePath(git.tree, parts.join('/'));
    if (!(await succeeds(rmdir(folder)))) return;
    rollbackSteps.push(() => mkdir(folder));
  }
}

// The staged files may be on another file system than the work tree; `rename` fails between the two.
async function move(from: Buffer, to: Buffer): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    if ((await lstat(from)).isSymbolicLink()) await symlink(await readlink(from, { encoding: 'buffer' }), to);
    else await copyFile(from, to);
    await unlink(from);
  }
}
