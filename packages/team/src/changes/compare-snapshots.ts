import type { ChangedFiles, FileChange } from '@ctx/contract';
import { GitError, type PrivateGit } from './private-git.ts';

const MAX_FILES = 1_000;
const MAX_PATCH_BYTES = 256 * 1024;
/** Larger files are compared as binary: their lines are neither counted nor shown. */
const BIG_FILE = ['-c', 'core.bigFileThreshold=8m'];
/** By the last letter of a line of `--raw`. Every other letter means that the file was modified. */
const STATUS: Readonly<Record<string, FileChange['status']>> = { A: 'added', D: 'deleted' };

/**
 * Compares two snapshots: at most 1,000 files with the lines added and removed, and a patch of at most 256 KB.
 * @throws GitError
 */
export async function compareSnapshots(git: PrivateGit, before: string, after: string): Promise<ChangedFiles> {
  if (before === after) return { files: [] };
  const trees = [before, after];
  const read = { readsRepository: true };
  const listed = await git.run({
    args: [...BIG_FILE, 'diff-tree', '-r', '--no-renames', '--raw', '--numstat', '-z', ...trees],
    ...read,
  });
  const changed = cutFiles(readFileList(listed.stdout.toString('utf8')));
  try {
    const { stdout, stdoutCutBytes } = await git.run({
      args: [...BIG_FILE, 'diff-tree', '-r', '-p', '-M', '--no-color', '--no-ext-diff', '--no-textconv', ...trees],
      ...read,
      maxBytes: MAX_PATCH_BYTES,
    });
    return { ...changed, ...cutPatch(stdout, stdoutCutBytes) };
  } catch (error) {
    // If the patch takes too long, the list of files is still useful.
    if (error instanceof GitError) return changed;
    throw error;
  }
}

/** Parses the output of `git diff-tree --raw --numstat -z`: first the status of each file, then its line counts. */
function readFileList(output: string): FileChange[] {
  const fields = output.split('\0');
  const files = new Map<string, FileChange>();
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]!;
    if (field.startsWith(':')) {
      const path = fields[++index] ?? '';
      files.set(path, { path, status: STATUS[field.at(-1) ?? ''] ?? 'modified' });
      continue;
    }
    // The path is the rest of the field, because it may contain tabs.
    const [added, removed, ...path] = field.split('\t');
    const file = files.get(path.join('\t'));
    if (file === undefined || added === '-') continue;
    files.set(file.path, { ...file, added: Number(added), removed: Number(removed) });
  }
  return [...files.values()];
}

function cutFiles(files: readonly FileChange[]): Pick<ChangedFiles, 'files' | 'filesCut'> {
  if (files.length <= MAX_FILES) return { files };
  return { files: files.slice(0, MAX_FILES), filesCut: files.length - MAX_FILES };
}

// Cuts at a line end, so that no character is split.
function cutPatch(bytes: Buffer, cutBytes: number): Pick<ChangedFiles, 'patch' | 'patchCutBytes'> {
  if (cutBytes === 0) return { patch: bytes.toString('utf8') };
  const end = bytes.lastIndexOf(0x0a) + 1;
  return { patch: bytes.subarray(0, end).toString('utf8'), patchCutBytes: cutBytes + bytes.length - end };
}
