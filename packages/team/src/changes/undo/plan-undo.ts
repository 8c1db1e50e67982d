import { GitError, type PrivateGit } from '../private-git.ts';
import { type FileState, type Found, isSame, readFileState } from './file-state.ts';

/** What is to be done to one file. */
export interface PlannedFile {
  /** Bytes as characters (latin1). */
  readonly path: string;
  /** As it is on the disk. */
  readonly current: FileState | undefined;
  /** What it was left as. */
  readonly from: FileState | undefined;
  /** What it is to become; `merge` when others have changed it since, elsewhere in the file. */
  readonly to: FileState | undefined;
  readonly merge: boolean;
}

/** All that is to be done, or why it cannot be. */
export interface UndoPlan {
  readonly files: readonly PlannedFile[];
  /** Files that stand in the way, for people. */
  readonly conflicts: readonly string[];
}

/**
 * Compares what a turn changed with what is there now, and decides file by file. Nothing is written.
 *
 * @param from the tree that was left
 * @param to the tree to go back to
 * @throws GitError when git cannot read the trees
 */
export async function planUndo(git: PrivateGit, from: string, to: string): Promise<UndoPlan> {
  const { stdout } = await git.run({
    args: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', from, to],
    readsRepository: true,
  });
  const files: PlannedFile[] = [];
  const conflicts: string[] = [];
  for (const change of readRawDiff(stdout.toString('latin1'))) {
    if (isForbidden(change.path)) throw new GitError(`${nameOf(change.path)} is not a path that ctx writes to`);
    const current = await readFileState(git.tree, change.path);
    const decided = decide(change, current);
    if (decided === 'conflict') conflicts.push(nameOf(change.path));
    else if (decided !== 'done') files.push(decided);
  }
  return { files, conflicts };
}

/** A path for people. */
export function nameOf(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

interface RawChange {
  readonly path: string;
  readonly from: FileState | undefined;
  readonly to: FileState | undefined;
}

function readRawDiff(output: string): RawChange[] {
  const fields = output.split('\0');
  const changes: RawChange[] = [];
  for (let place = 0; place + 1 < fields.length; place += 2) {
    const [fromMode, toMode, fromId, toId] = fields[place]!.slice(1).split(' ');
    changes.push({ path: fields[place + 1]!, from: stateOf(fromMode, fromId), to: stateOf(toMode, toId) });
  }
  return changes;
}

function stateOf(mode = '', id = ''): FileState | undefined {
  return mode === '000000' ? undefined : { mode, id };
}

function decide({ path, from, to }: RawChange, current: Found): PlannedFile | 'conflict' | 'done' {
  if (current === 'other' || from?.mode === '160000' || to?.mode === '160000') return 'conflict';
  if (isSame(current, to)) return 'done';
  if (isSame(current, from)) return { path, current, from, to, merge: false };
  if (!isRegular(current) || !isRegular(from) || !isRegular(to)) return 'conflict';
  // Others have changed it since: each of mode and content must be as it was left, or mergeable.
  const mode = current.mode === from.mode ? to.mode : from.mode === to.mode ? current.mode : undefined;
  if (mode === undefined) return 'conflict';
  if (current.id === from.id) return { path, current, from, to: { mode, id: to.id }, merge: false };
  return { path, current, from, to: { mode, id: to.id }, merge: true };
}

function isRegular(state: FileState | undefined): state is FileState {
  return state?.mode.startsWith('100') ?? false;
}

// Who can forge objects of ours must not get at what git itself would run, under any of its names.
function isForbidden(path: string): boolean {
  const isOdd = (part: string) => ['', '.', '..'].includes(part) || /^(\.git|git~\d+)[ .]*(:.*)?$/i.test(part);
  const visible = nameOf(path).replace(/[\p{Cf}\p{Cc}]/gu, '');
  return visible.split(/[/\\]/).some(isOdd);
}
