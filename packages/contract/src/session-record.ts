import type { ConversationMessage } from './conversation-message.ts';
import type { ConversationSnapshot, HeldFloor } from './conversation-snapshot.ts';
import type { QueueEntry } from './queue-entry.ts';
import type { Receipt } from './receipt.ts';
import type { AgentFailure, TurnResult } from './turn-result.ts';
import type { Usage } from './usage.ts';

/** First record of a session. */
export interface SessionStartRecord {
  readonly type: 'session-start';
  readonly version: 1;
  readonly sessionId: string;
  /** Name of the team. */
  readonly team: string;
  /** Milliseconds since 1970, here and in every `at`. */
  readonly at: number;
}

/** Something was said: by a human, by an agent, or by the system about a turn that failed. */
export interface MessageRecord {
  readonly type: 'message';
  readonly message: ConversationMessage;
  /** The turn it came from; missing for what a human said. */
  readonly turn?: string | undefined;
  readonly at: number;
}

/** The team task was set, or taken away. */
export interface TaskRecord {
  readonly type: 'task';
  /** `null` when it was taken away. */
  readonly task: string | null;
  /** Id of the member who set it; missing for the team file's own. */
  readonly by?: string | undefined;
  readonly at: number;
}

/** The queue changed: calls joined at the end, or went. */
export interface QueueRecord {
  readonly type: 'queue';
  readonly added?: readonly QueueEntry[] | undefined;
  /** Ids of calls that were dropped or could not be answered. Those taken for a turn are in its `turn-start`. */
  readonly removed?: readonly string[] | undefined;
  readonly at: number;
}

/** A member was given the floor. Without a `turn-end` after it, the turn was lost and is due again. */
export interface TurnStartRecord {
  readonly type: 'turn-start';
  readonly turn: string;
  /** The call this turn answers. It leaves the queue here. */
  readonly call: QueueEntry;
  readonly upTo: string;
  /** See `ConversationSnapshot.repliesInRow`; the value after this call was taken. */
  readonly repliesInRow: number;
  readonly at: number;
}

/** A turn is over. What it said is in the message records of the same append. */
export interface TurnEndRecord {
  readonly type: 'turn-end';
  readonly turn: string;
  readonly member: string;
  readonly status: TurnResult['status'];
  readonly durationMs: number;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly error?: AgentFailure | undefined;
  /** What the agent saw. Missing when no prompt could be made. */
  readonly receipt?: Receipt | undefined;
  /** Id of the answer, whole or partial; missing when there was none. */
  readonly messageId?: string | undefined;
  readonly at: number;
}

/** The floor went to a human. */
export interface FloorRecord extends HeldFloor {
  readonly type: 'floor';
  /** The call that is answered by giving the floor; it leaves the queue here. */
  readonly call?: QueueEntry | undefined;
  readonly at: number;
}

/** The session began from a snapshot instead of from nothing. */
export interface SnapshotRecord {
  readonly type: 'snapshot';
  readonly snapshot: ConversationSnapshot;
  readonly at: number;
}

/** One entry of a session log: plain JSON data. A reader passes over types it does not know. */
export type SessionRecord =
  | SessionStartRecord
  | MessageRecord
  | TaskRecord
  | QueueRecord
  | TurnStartRecord
  | TurnEndRecord
  | FloorRecord
  | SnapshotRecord;
