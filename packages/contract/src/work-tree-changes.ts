/** What became of one file. */
export interface FileChange {
  /** Relative to the top of the work tree. */
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Lines; missing for a binary file. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/**
 * What became different in the git work tree of a member's folder while its turn ran. Without git, or when it could not
 * be told, only `unknown` is there and says why.
 */
export interface WorkTreeChanges {
  /** Ids of git trees. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** At most 1,000. */
  readonly files: readonly FileChange[];
  /** How many more files became different; missing when all are in the list. */
  readonly filesCut?: number | undefined;
  /** Unified diff, at most 256 KB. */
  readonly patch?: string | undefined;
  /** Bytes of the patch that were left out; missing when it is whole. */
  readonly patchCutBytes?: number | undefined;
  /** Ids of turns that ran in the same tree at the same time: the change may be theirs. */
  readonly sharedWith?: readonly string[] | undefined;
  /** Why nothing is known. */
  readonly unknown?: string | undefined;
}
