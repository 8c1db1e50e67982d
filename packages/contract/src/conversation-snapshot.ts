import type { ContextSnapshot } from './context-snapshot.ts';
import type { LostTurn } from './lost-turn.ts';
import type { QueueEntry } from './queue-entry.ts';

/** The floor is with a human: the conversation rests until a human speaks. */
export interface HeldFloor {
  /** Id of the human. */
  readonly member: string;
  /**
   * Somebody called the human; nobody else was left to speak; the agents spoke too long among themselves; or a limit of
   * the session is reached.
   */
  readonly reason: 'called' | 'queue-empty' | 'max-turns' | 'limit';
  /** What to tell the human, where there is something to tell. */
  readonly note?: string | undefined;
}

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
  /** How many at the front of `queue` were running when it was taken; they go before everybody else. Default 0. */
  readonly interrupted?: number | undefined;
  /** How many replies to the message just completed have been taken in a row. */
  readonly repliesInRow: number;
  /** Turns that were lost and about which nobody has decided yet. */
  readonly lost?: readonly LostTurn[] | undefined;
  /** Missing while agents have the floor. */
  readonly floor?: HeldFloor | undefined;
  /** Agent turns since a human last spoke. */
  readonly turnsSinceHuman: number;
  /** Number of the newest turn; 0 before the first. */
  readonly lastTurn: number;
  /** Number of the newest call; 0 before the first. */
  readonly lastCall: number;
}
