/** The change of one file. */
export interface FileChange {
  /** Relative to the top of the work tree. */
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Numbers of lines. Missing for a binary file. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/**
 * The changes in the git work tree of a member's folder during its turn. If they are not known, for example without
 * git, `files` is empty and `unknown` says why.
 */
export interface WorkTreeChanges {
  /** Ids of the git trees before and after the turn. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** At most 1,000 files. */
  readonly files: readonly FileChange[];
  /** How many changed files are not in the list. Missing if all are. */
  readonly filesCut?: number | undefined;
  /** Unified diff, at most 256 KB. */
  readonly patch?: string | undefined;
  /** Bytes of the patch that were left out. Missing if it is complete. */
  readonly patchCutBytes?: number | undefined;
  /** Ids of turns that ran in the same tree at the same time. The changes may be theirs. */
  readonly sharedWith?: readonly string[] | undefined;
  /** Why the changes are not known. */
  readonly unknown?: string | undefined;
}
