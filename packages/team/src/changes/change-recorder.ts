import type { AgentTurn, WorkTreeChanges } from '@ctx/contract';
import { compareSnapshots } from './compare-snapshots.ts';
import { findWorkTree } from './find-work-tree.ts';
import { type TurnTrees, treeWithoutOwnChanges } from './own-changes.ts';
import { createPrivateGit, GitError, type PrivateGit } from './private-git.ts';
import { copyExcludes, takeSnapshot } from './take-snapshot.ts';
import { NO_EVIDENCE, type TurnEvidence } from './turn-evidence.ts';

/** Where snapshots are kept. */
export interface ChangeRecorderOptions {
  /** The folder for git's index and objects, such as `.ctx/changes`. */
  readonly folder: string;
  /** The user's own folder for ctx, which members cannot write to. */
  readonly userFolder: string;
}

/** A turn whose changes are being recorded. */
export interface ChangeRecording {
  /** Id of the tree before the turn; missing if it is not known. */
  readonly before?: string | undefined;
  /**
   * What has changed since the recording began: the member's by this evidence, and apart what else did. Never rejects: if
   * git fails, `unknown` says why.
   */
  end(evidence: TurnEvidence): Promise<WorkTreeChanges>;
  /** Ends the recording without comparing anything. */
  drop(): void;
}

/** Records what turns change in git work trees. */
export interface ChangeRecorder {
  /** Never rejects. */
  begin(turn: Pick<AgentTurn, 'id' | 'sessionId'>, cwd: string): Promise<ChangeRecording>;
  /**
   * What has become different in the work tree of `cwd` since a tree that was recorded before, not known by whom. Never
   * rejects.
   */
  since(before: string, cwd: string): Promise<WorkTreeChanges>;
}

const NO_GIT = 'no git here (`git init` before the next turn)';

interface RunningTurn {
  readonly id: string;
  readonly sessionId: string;
  /** Turns that ran in the same tree at the same time. */
  readonly others: Set<RunningTurn>;
}

/** A recorder for all turns of a process. It notices turns that share a work tree. */
export function createChangeRecorder({ folder, userFolder }: ChangeRecorderOptions): ChangeRecorder {
  const runningIn = new Map<string, Set<RunningTurn>>();

  function join(top: string, { id, sessionId }: Pick<AgentTurn, 'id' | 'sessionId'>): RunningTurn {
    const running = runningIn.get(top) ?? new Set();
    runningIn.set(top, running);
    const turn = { id, sessionId, others: new Set(running) };
    for (const other of running) other.others.add(turn);
    running.add(turn);
    return turn;
  }

  function leave(top: string, turn: RunningTurn): void {
    const running = runningIn.get(top);
    running?.delete(turn);
    if (running?.size === 0) runningIn.delete(top);
  }

  return {
    async begin(turn, cwd) {
      const tree = await findWorkTree(cwd);
      if (tree === undefined) return unknownRecording(new GitError(NO_GIT));
      // Registered before the snapshot: turns that already run may write while it is taken.
      const self = join(tree.top, turn);
      const drop = (): void => leave(tree.top, self);
      let git: PrivateGit;
      let before: string;
      try {
        git = await createPrivateGit({ tree, folder, userFolder });
        await copyExcludes(git);
        before = await takeSnapshot(git);
      } catch (error) {
        drop();
        return unknownRecording(error);
      }
      return {
        before,
        async end(evidence) {
          try {
            const after = await takeSnapshot(git);
            return { ...(await changesBetween(git, { before, after, evidence, cwd })), ...sharedWith(self) };
          } catch (error) {
            return unknown(error);
          } finally {
            drop();
          }
        },
        drop,
      };
    },
    async since(before, cwd) {
      try {
        // The log may be forged. Only a hash is passed to git, never an option or a name.
        if (!/^[0-9a-f]{40,64}$/.test(before)) throw new GitError('the log has no valid snapshot');
        const tree = await findWorkTree(cwd);
        if (tree === undefined) throw new GitError(NO_GIT);
        const git = await createPrivateGit({ tree, folder, userFolder });
        const known = await git.run({ args: ['cat-file', '-e', `${before}^{tree}`], accept: [0, 1, 128] });
        if (known.exitCode !== 0) throw new GitError(`there is no snapshot of ${tree.top} from before it`);
        const after = await takeSnapshot(git);
        return await changesBetween(git, { before, after, evidence: NO_EVIDENCE, cwd });
      } catch (error) {
        return unknown(error);
      }
    },
  };
}

async function changesBetween(git: PrivateGit, trees: TurnTrees): Promise<WorkTreeChanges> {
  const { before, after } = trees;
  const tree = await treeWithoutOwnChanges(git, trees);
  const own = await compareSnapshots(git, tree, after);
  if (tree === before) return { before, after, ...own };
  return { before, after, ...own, meanwhile: { tree, ...(await compareSnapshots(git, before, tree)) } };
}

function sharedWith({ others, sessionId }: RunningTurn): Pick<WorkTreeChanges, 'sharedWith'> {
  if (others.size === 0) return {};
  return {
    sharedWith: [...others].map((other) =>
      other.sessionId === sessionId ? other.id : `${other.sessionId}/${other.id}`,
    ),
  };
}

function unknownRecording(error: unknown): ChangeRecording {
  return { end: () => Promise.resolve(unknown(error)), drop() {} };
}

function unknown(error: unknown): WorkTreeChanges {
  return { files: [], unknown: error instanceof Error ? error.message : String(error) };
}
