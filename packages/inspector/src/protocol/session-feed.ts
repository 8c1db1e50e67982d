import type { ConversationMessage, SessionRecord, SnapshotRecord } from '@ctx/contract';
import type { LivePiece } from '@ctx/team';

/** A message as the page gets it. */
export interface FedMessage extends ConversationMessage {
  /** Characters it has; only there when `content` is its beginning. */
  readonly length?: number | undefined;
}

/** A record as the page gets it: long texts are cut, and what only one turn's details show is left out. */
export type FedRecord =
  | Exclude<SessionRecord, SnapshotRecord>
  | {
      readonly type: 'earlier';
      readonly messages: readonly FedMessage[];
      readonly task: string | null;
      readonly at: number;
    };

/** Some records of a log, in order. The `id` of their event is the `seq` of the last one. */
export type RecordsEvent = readonly FedRecord[];

/** What a running turn has said since the last event of it; `from` is how many pieces came before. */
export interface LiveEvent {
  readonly turn: string;
  readonly from: number;
  readonly pieces: readonly LivePiece[];
}

/** All that was in the log is told; what follows is new. */
export interface ReadyEvent {
  /** What a person should know about the log, a sentence each. */
  readonly notes: readonly string[];
  /** What is wrong with the log, a sentence each. */
  readonly damage: readonly string[];
}

/** Names of the events of a session's feed. */
export const FEED_EVENTS = { records: 'records', live: 'live', ready: 'ready', broken: 'broken' } as const;

/** The longest text of a message that is fed; the rest is fetched when somebody wants to read it. */
export const FED_CHARACTERS = 6_000;
