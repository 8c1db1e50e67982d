import type { PrivateGit } from './private-git.ts';
import type { FileState } from './undo/file-state.ts';

/** A path that differs between two trees, as latin1, one character per byte. */
export interface ChangedPath {
  readonly path: string;
  readonly from: FileState | undefined;
  readonly to: FileState | undefined;
}

/**
 * All paths that differ between two trees.
 * @throws GitError when git cannot read the trees
 */
export async function changedPaths(git: PrivateGit, from: string, to: string): Promise<ChangedPath[]> {
  const { stdout } = await git.run({
    args: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', from, to],
    readsRepository: true,
  });
  const fields = stdout.toString('latin1').split('\0');
  const changes: ChangedPath[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [fromMode, toMode, fromId, toId] = fields[index]!.slice(1).split(' ');
    changes.push({ path: fields[index + 1]!, from: stateOf(fromMode, fromId), to: stateOf(toMode, toId) });
  }
  return changes;
}

function stateOf(mode = '', id = ''): FileState | undefined {
  return mode === '000000' ? undefined : { mode, id };
}
