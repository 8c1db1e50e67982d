import type { ContextSnapshot } from './context-snapshot.ts';
import type { QueueEntry } from './queue-entry.ts';

/**
 * A conversation at rest, as plain JSON data: what was said, and who still has to speak. Turns that were running when
 * it was taken are in the queue again, at its front.
 */
export interface ConversationSnapshot {
  readonly version: 1;
  /** Messages and task. */
  readonly context: ContextSnapshot;
  /** In the order in which the calls were made. */
  readonly queue: readonly QueueEntry[];
  /** How many replies to the message just completed have been taken in a row. */
  readonly repliesInRow: number;
  /** Agent turns since a human last spoke. */
  readonly turnsSinceHuman: number;
  /** Number of the newest turn; 0 before the first. */
  readonly lastTurn: number;
  /** Number of the newest call; 0 before the first. */
  readonly lastCall: number;
}
