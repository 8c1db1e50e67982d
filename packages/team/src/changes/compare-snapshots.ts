import type { FileChange } from '@ctx/contract';
import { GitError, type PrivateGit } from './private-git.ts';

/** What is different between two snapshots. */
export interface SnapshotDifference {
  readonly files: readonly FileChange[];
  readonly filesCut?: number | undefined;
  readonly patch?: string | undefined;
  readonly patchCutBytes?: number | undefined;
}

const MAX_FILES = 1_000;
const MAX_PATCH_BYTES = 256 * 1024;
/** Files beyond this size are compared as binary ones: their lines are not counted and not shown. */
const BIG_FILE = ['-c', 'core.bigFileThreshold=8m'];

/**
 * Compares two snapshots: files with the lines added and removed, at most 1,000 of them, and a
 * patch of at most 256 KB.
 * @throws GitError
 */
export async function compareSnapshots(git: PrivateGit, before: string, after: string): Promise<SnapshotDifference> {
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
    // A patch that takes too long is not worth losing the rest.
    if (error instanceof GitError) return changed;
    throw error;
  }
}

/** Reads what `git diff-tree --raw --numstat -z` prints: first what became of each file, then its lines. */
export function readFileList(output: string): FileChange[] {
  const fields = output.split('\0');
  const files = new Map<string, FileChange>();
  for (let place = 0; place < fields.length; place++) {
    const field = fields[place]!;
    if (field.startsWith(':')) {
      const path = fields[++place] ?? '';
      files.set(path, { path, status: STATUS[field.at(-1) ?? ''] ?? 'modified' });
      continue;
    }
    const [added, removed, path] = field.split('\t');
    const file = path === undefined ? undefined : files.get(path);
    if (file === undefined || added === '-') continue;
    files.set(file.path, { ...file, added: Number(added), removed: Number(removed) });
  }
  return [...files.values()];
}

const STATUS: Readonly<Record<string, FileChange['status']>> = { A: 'added', D: 'deleted' };

function cutFiles(files: readonly FileChange[]): Pick<SnapshotDifference, 'files' | 'filesCut'> {
  if (files.length <= MAX_FILES) return { files };
  return { files: files.slice(0, MAX_FILES), filesCut: files.length - MAX_FILES };
}

// Whole lines, so that no character is cut in two.
function cutPatch(bytes: Buffer, cutBytes: number): Pick<SnapshotDifference, 'patch' | 'patchCutBytes'> {
  if (cutBytes === 0) return { patch: bytes.toString('utf8') };
  const end = bytes.lastIndexOf(0x0a) + 1;
  return { patch: bytes.subarray(0, end).toString('utf8'), patchCutBytes: cutBytes + bytes.length - end };
}
