import { resolve } from 'node:path';
import { requireNoMore, type WorkTreeChanges } from '@ctx/contract';
import { userFolder } from '../session/session-key.ts';
import type { AgentMember } from '../team-file/team.ts';
import { type ChangeRecording, createChangeRecorder } from './change-recorder.ts';
import { DEFAULT_CHANGES_DIRECTORY } from './recording-executor.ts';

/** Where the changes of turns are recorded. */
export interface TurnChangesOptions {
  /** Folder for the snapshots. Default `.ctx/changes` in the working directory. */
  readonly folder?: string | undefined;
  /** Where members without a `cwd` work. Default: the working directory of this process. */
  readonly cwd?: string | undefined;
  /** The user's own folder, in which ctx keeps the configuration it gives to git. Default `userFolder()`. */
  readonly userFolder?: string | undefined;
}

/** Records the changes of a conversation's turns. Nothing of it rejects. */
export interface TurnChanges {
  begin(turn: { readonly id: string; readonly sessionId: string }, member: AgentMember): Promise<ChangeRecording>;
  /** What became different since the tree before a turn that was cut off. */
  since(tree: string, member: AgentMember): Promise<WorkTreeChanges>;
}

/** @throws TypeError for an unknown option. */
export function createTurnChanges(options: TurnChangesOptions): TurnChanges {
  const { folder = DEFAULT_CHANGES_DIRECTORY, cwd, userFolder: ownFolder = userFolder(), ...unknown } = options;
  requireNoMore(unknown satisfies Record<string, never>);
  const recorder = createChangeRecorder({ folder: resolve(folder), userFolder: ownFolder });
  const folderOf = (member: AgentMember) => member.cwd ?? cwd ?? process.cwd();
  return {
    begin: (turn, member) => recorder.begin(turn, folderOf(member)),
    since: (tree, member) => recorder.since(tree, folderOf(member)),
  };
}

/** What became different in a folder's work tree since a recorded tree, such as that of a turn that was cut off. */
export function changesSince(tree: string, options: TurnChangesOptions = {}): Promise<WorkTreeChanges> {
  const { folder = DEFAULT_CHANGES_DIRECTORY, cwd = process.cwd(), userFolder: ownFolder = userFolder() } = options;
  return createChangeRecorder({ folder: resolve(folder), userFolder: ownFolder }).since(tree, cwd);
}
