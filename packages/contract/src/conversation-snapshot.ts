import type { ContextSnapshot } from './context-snapshot.ts';
import type { LostTurn } from './lost-turn.ts';
import type { QueueEntry } from './queue-entry.ts';

/** The conversation waits for a human. */
export interface HeldFloor {
  /** Id of the human. */
  readonly member: string;
  /**
   * `called`: a message called the human. `queue-empty`: no member is left to speak. `max-turns`: too many agent turns
   * without a human. `limit`: the session has reached a limit.
   */
  readonly reason: 'called' | 'queue-empty' | 'max-turns' | 'limit';
  /** A note to show to the human. */
  readonly note?: string | undefined;
}

/**
 * A paused conversation as plain JSON data: the messages, and the members who still have to speak. Turns that were
 * running when it was taken are at the front of the queue again.
 */
export interface ConversationSnapshot {
  readonly version: 1;
  /** Messages and task. */
  readonly context: ContextSnapshot;
  /** Calls in the order in which they were made. */
  readonly queue: readonly QueueEntry[];
  /** How many calls at the front of `queue` were running when it was taken. They run before all others. Default 0. */
  readonly interrupted?: number | undefined;
  /** How many replies to the last completed message have run in a row. */
  readonly repliesInRow: number;
  /** Lost turns that still need a decision. */
  readonly lost?: readonly LostTurn[] | undefined;
  /** Missing while agents speak. */
  readonly floor?: HeldFloor | undefined;
  /** Agent turns since a human last spoke. */
  readonly turnsSinceHuman: number;
  /** The models that humans chose, by member id. */
  readonly models?: Readonly<Record<string, string>> | undefined;
  /** Number of the newest turn. 0 before the first. */
  readonly lastTurn: number;
  /** Number of the newest call. 0 before the first. */
  readonly lastCall: number;
}
