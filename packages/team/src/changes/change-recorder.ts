import type { WorkTreeChanges } from '@ctx/contract';
import { compareSnapshots } from './compare-snapshots.ts';
import { findWorkTree } from './find-work-tree.ts';
import { type TurnTrees, treeWithoutOwnChanges } from './own-changes.ts';
import { createPrivateGit, GitError, type PrivateGit } from './private-git.ts';
import { type AnnouncedTurn, announceTurn, type NamedTurn } from './running-turns.ts';
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
  begin(turn: NamedTurn, cwd: string): Promise<ChangeRecording>;
  /**
   * What has become different in the work tree of `cwd` since a tree that was recorded before, not known by whom. Never
   * rejects.
   */
  since(before: string, cwd: string): Promise<WorkTreeChanges>;
}

const NO_GIT = 'no git here (`git init` before the next turn)';

/** A recorder for all turns of a process. It notices turns that share a work tree, also those of other conversations. */
export function createChangeRecorder({ folder, userFolder }: ChangeRecorderOptions): ChangeRecorder {
  return {
    async begin(turn, cwd) {
      const tree = await findWorkTree(cwd);
      if (tree === undefined) return unknownRecording(new GitError(NO_GIT));
      let self: AnnouncedTurn | undefined;
      let git: PrivateGit;
      let before: string;
      try {
        // Before the snapshot: turns that already run may write while it is taken.
        self = await announceTurn(tree, userFolder, turn);
        git = await createPrivateGit({ tree, folder, userFolder });
        await copyExcludes(git);
        before = await takeSnapshot(git);
      } catch (error) {
        self?.leave();
        return unknownRecording(error);
      }
      const announced = self;
      return {
        before,
        async end(evidence) {
          try {
            const after = await takeSnapshot(git);
            return {
              ...(await changesBetween(git, { before, after, evidence, cwd })),
              ...(await sharedWith(announced, turn)),
            };
          } catch (error) {
            return unknown(error);
          } finally {
            announced.leave();
          }
        },
        drop: announced.leave,
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

async function sharedWith(self: AnnouncedTurn, { sessionId }: NamedTurn): Promise<Pick<WorkTreeChanges, 'sharedWith'>> {
  const others = await self.others();
  if (others.length === 0) return {};
  return {
    sharedWith: others.map((other) => (other.sessionId === sessionId ? other.id : `${other.sessionId}/${other.id}`)),
  };
}

function unknownRecording(error: unknown): ChangeRecording {
  return { end: () => Promise.resolve(unknown(error)), drop() {} };
}

function unknown(error: unknown): WorkTreeChanges {
  return { files: [], unknown: error instanceof Error ? error.message : String(error) };
}
