/** The change of one file. */
export interface FileChange {
  /** Relative to the top of the work tree. */
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Numbers of lines. Missing for a binary file. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/** Files that became different between two snapshots of a work tree. */
export interface ChangedFiles {
  /** At most 1,000 files. */
  readonly files: readonly FileChange[];
  /** How many changed files are not in the list. Missing if all are. */
  readonly filesCut?: number | undefined;
  /** Unified diff, at most 256 KB. */
  readonly patch?: string | undefined;
  /** Bytes of the patch that were left out. Missing if it is complete. */
  readonly patchCutBytes?: number | undefined;
}

/** What changed in the time of a turn, not known by whom: a person's editor, a build, another agent. */
export interface MeanwhileChanges extends ChangedFiles {
  /** Id of the git tree that has these changes and none of the turn's member. */
  readonly tree: string;
}

/**
 * The changes of a turn's member in the git work tree of its folder. A change is the member's if it may write, and its
 * tool calls are evidence: an edit named the path, or the file was written while a command ran. Everything else that
 * changed in that time is in `meanwhile`. If the changes are not known, for example without git, `files` is empty and
 * `unknown` says why.
 */
export interface WorkTreeChanges extends ChangedFiles {
  /** Ids of the git trees before and after the turn. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Missing if nothing else changed. */
  readonly meanwhile?: MeanwhileChanges | undefined;
  /** Ids of turns that ran in the same tree at the same time, with their session if it is another. */
  readonly sharedWith?: readonly string[] | undefined;
  /** Why the changes are not known. */
  readonly unknown?: string | undefined;
}
