import { type ChangedPath, changedPaths } from '../changed-paths.ts';
import { readablePath } from '../git-path.ts';
import { GitError, type PrivateGit } from '../private-git.ts';
import { type FileState, type Found, isRegular, isSame, readFileState } from './file-state.ts';

/** One file to change. */
export interface PlannedFile {
  /** As latin1, one character per byte. */
  readonly path: string;
  /** Its state on disk. */
  readonly current: FileState | undefined;
  /** Its state in the tree to undo. */
  readonly from: FileState | undefined;
  /** Its state in the tree to go back to. */
  readonly to: FileState | undefined;
  /** Whether the content was changed since, so that the change has to be merged. */
  readonly merge: boolean;
}

/** The files to change, and those that prevent it. */
export interface UndoPlan {
  readonly files: readonly PlannedFile[];
  /** Files that cannot be changed, as readable names. */
  readonly conflicts: readonly string[];
}

/**
 * Compares the changes of a turn with the current files and decides file by file. Writes nothing.
 *
 * @param from the tree to undo
 * @param to the tree to go back to
 * @throws GitError when git cannot read the trees
 */
export async function planUndo(git: PrivateGit, from: string, to: string): Promise<UndoPlan> {
  const files: PlannedFile[] = [];
  const conflicts: string[] = [];
  for (const change of await changedPaths(git, from, to)) {
    if (isForbidden(change.path)) throw new GitError(`${readablePath(change.path)} is not a path that ctx writes to`);
    const current = await readFileState(git.tree, change.path);
    const decided = decide(change, current);
    if (decided === 'conflict') conflicts.push(readablePath(change.path));
    else if (decided !== 'done') files.push(decided);
  }
  return { files, conflicts };
}

function decide({ path, from, to }: ChangedPath, current: Found): PlannedFile | 'conflict' | 'done' {
  if (current === 'other' || from?.mode === '160000' || to?.mode === '160000') return 'conflict';
  if (isSame(current, to)) return 'done';
  if (isSame(current, from)) return { path, current, from, to, merge: false };
  if (!isRegular(current) || !isRegular(from) || !isRegular(to)) return 'conflict';
  // The file was changed since. Its mode must be unchanged on one side, and its content unchanged or mergeable.
  const mode = mergedMode(current.mode, from.mode, to.mode);
  if (mode === undefined) return 'conflict';
  return { path, current, from, to: { mode, id: to.id }, merge: current.id !== from.id };
}

function mergedMode(current: string, from: string, to: string): string | undefined {
  if (current === from) return to;
  return from === to ? current : undefined;
}

// Somebody who can forge our objects must not be able to write into `.git`, under any of its aliases.
function isForbidden(path: string): boolean {
  const isUnsafe = (part: string) => ['', '.', '..'].includes(part) || /^(\.git|git~\d+)[ .]*(:.*)?$/i.test(part);
  const visible = readablePath(path).replace(/[\p{Cf}\p{Cc}]/gu, '');
  return visible.split(/[/\\]/).some(isUnsafe);
}
