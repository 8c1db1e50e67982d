import type { QueueEntry } from './queue-entry.ts';

/** A turn that began and was cut off, so that nobody knows how it ended. */
export interface LostTurn {
  readonly turn: string;
  /** The call it was to answer. */
  readonly call: QueueEntry;
  /** Id of the newest message it could see. */
  readonly upTo: string;
  /** The attempt that was cut off. */
  readonly attempt: number;
  /** Name of the variable its processes carry. */
  readonly marker?: string | undefined;
}
