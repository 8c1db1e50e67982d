import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath, readablePath } from '../git-path.ts';
import type { PrivateGit } from '../private-git.ts';
import { isRegular } from './file-state.ts';
import type { PlannedFile } from './plan-undo.ts';

/** New content written outside the tree first, so that only renames are left to do in the tree. */
export interface StagedFiles {
  readonly folder: string;
  /** Path of the new content of the plan's file number `index`. */
  newOf(index: number): string;
  /** Path that the current file is moved to. */
  oldOf(index: number): string;
  /** Files that cannot be merged, because later changes are at the same lines. */
  readonly conflicts: readonly string[];
}

/**
 * Writes the new content of all files into a folder of ours, merged with later changes where the plan says so.
 * @throws GitError
 */
export async function stageFiles(git: PrivateGit, files: readonly PlannedFile[]): Promise<StagedFiles> {
  const folder = join(git.folder, `undo-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await writeStaged(git, files, folder);
  } catch (error) {
    await removeStaged({ folder });
    throw error;
  }
}

async function writeStaged(git: PrivateGit, files: readonly PlannedFile[], folder: string): Promise<StagedFiles> {
  // Numbers instead of names: a forged tree cannot lead out of the folder.
  const entries = files.flatMap(({ to, from, merge }, index) => [
    ...(to === undefined ? [] : [`${to.mode} ${to.id}\t${index}/new`]),
    ...(merge ? [`100644 ${from!.id}\t${index}/base`] : []),
  ]);
  const index = join(folder, 'index');
  const input = entries.map((entry) => `${entry}\0`).join('');
  await git.run({ args: ['update-index', '-z', '--index-info'], input, index });
  const prefix = `--prefix=${folder}/`;
  if (entries.length > 0) await git.run({ args: ['checkout-index', '-a', prefix], index, readsRepository: true });

  const staged = {
    folder,
    newOf: (at: number) => join(folder, `${at}/new`),
    oldOf: (at: number) => join(folder, `${at}/old`),
  };
  const conflicts: string[] = [];
  for (const [at, file] of files.entries()) {
    await mkdir(join(folder, String(at)), { recursive: true, mode: 0o700 });
    if (file.merge && !(await tryMerge(git, staged, at, file))) conflicts.push(readablePath(file.path));
    await keepPermissions(git, staged.newOf(at), file);
  }
  return { ...staged, conflicts };
}

// Returns whether git could merge the file.
async function tryMerge(
  git: PrivateGit,
  { folder, newOf }: Pick<StagedFiles, 'folder' | 'newOf'>,
  at: number,
  { path }: PlannedFile,
): Promise<boolean> {
  const current = absolutePath(git.tree, path).toString('utf8');
  const base = join(folder, `${at}/base`);
  // Every other exit code means that git could not merge: conflicts, or a binary file.
  const anyCode = Array.from({ length: 256 }, (_, code) => code);
  const args = ['merge-file', '-p', '-q', current, base, newOf(at)];
  const { exitCode, stdout, stdoutCutBytes } = await git.run({ args, accept: anyCode });
  if (exitCode !== 0 || stdoutCutBytes > 0) return false;
  await writeFile(newOf(at), stdout);
  return true;
}

// git stores only whether a file is executable; the other permission bits are taken from the current file.
async function keepPermissions(git: PrivateGit, place: string, { path, current, to }: PlannedFile): Promise<void> {
  if (!isRegular(current) || !isRegular(to)) return;
  const { mode } = await lstat(absolutePath(git.tree, path));
  const readable = mode & 0o666;
  await chmod(place, to.mode === '100755' ? readable | ((mode & 0o444) >> 2) : readable);
}

/** Removes the folder with the staged files. */
export async function removeStaged({ folder }: Pick<StagedFiles, 'folder'>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
