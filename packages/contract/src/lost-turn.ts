import type { QueueEntry } from './queue-entry.ts';

/** A turn that was cut off, so that its outcome is not known. */
export interface LostTurn {
  /** Id of the turn. */
  readonly turn: string;
  /** The call that the turn was answering. */
  readonly call: QueueEntry;
  /** Id of the newest message when its prompt was made. */
  readonly upTo: string;
  /** The attempt that was cut off. */
  readonly attempt: number;
  /** Name of the environment variable by which its processes can be found. */
  readonly marker?: string | undefined;
  /** Id of the git tree of its work tree before it began. */
  readonly tree?: string | undefined;
}
