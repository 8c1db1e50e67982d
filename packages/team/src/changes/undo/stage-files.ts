import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateGit } from '../private-git.ts';
import { placeOf } from './file-state.ts';
import { nameOf, type PlannedFile } from './plan-undo.ts';

/** Files made ready beside the tree, so that putting them in place cannot fail for lack of content. */
export interface StagedFiles {
  readonly folder: string;
  /** Where the new content of the file at this place in the plan is. */
  newOf(index: number): string;
  /** Where what stands in its place now is moved to. */
  oldOf(index: number): string;
  /** Files whose later changes cannot be kept: they are at the same lines. */
  readonly conflicts: readonly string[];
}

/**
 * Writes the new content of all files into a folder of ours, merged with what others changed since where the plan says
 * so. @throws GitError
 */
export async function stageFiles(git: PrivateGit, files: readonly PlannedFile[]): Promise<StagedFiles> {
  const folder = join(git.folder, `undo-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  // Numbers in place of names: a tree that somebody forged cannot lead out of the folder.
  const entries = files.flatMap(({ to, from, merge }, index) => [
    ...(to === undefined ? [] : [`${to.mode} ${to.id}\t${index}/new`]),
    ...(merge ? [`100644 ${from!.id}\t${index}/left`] : []),
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
    if (file.merge && !(await isMerged(git, staged, at, file))) conflicts.push(nameOf(file.path));
    await keepPermissions(git, staged.newOf(at), file);
  }
  return { ...staged, conflicts };
}

async function isMerged(
  git: PrivateGit,
  { folder, newOf }: Pick<StagedFiles, 'folder' | 'newOf'>,
  at: number,
  { path }: PlannedFile,
): Promise<boolean> {
  const current = placeOf(git.tree, path).toString('utf8');
  const left = join(folder, `${at}/left`);
  // Any number of conflicts is an exit code; so is a binary file.
  const anyCode = Array.from({ length: 256 }, (_, code) => code);
  const args = ['merge-file', '-p', '-q', current, left, newOf(at)];
  const { exitCode, stdout, stdoutCutBytes } = await git.run({ args, accept: anyCode });
  if (exitCode !== 0 || stdoutCutBytes > 0) return false;
  await writeFile(newOf(at), stdout);
  return true;
}

// git knows only whether a file can be run; the rest stays as its owner has it.
async function keepPermissions(git: PrivateGit, place: string, { path, current, to }: PlannedFile): Promise<void> {
  if (current === undefined || to === undefined || !current.mode.startsWith('100') || !to.mode.startsWith('100'))
    return;
  const { mode } = await lstat(placeOf(git.tree, path));
  const readable = mode & 0o666;
  await chmod(place, to.mode === '100755' ? readable | ((mode & 0o444) >> 2) : readable);
}

/** Takes the folder away. */
export async function removeStaged({ folder }: Pick<StagedFiles, 'folder'>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
