import type { ConversationMessage, SessionRecord, SnapshotRecord } from '@ctx/contract';
import type { LivePiece } from '@ctx/team';

/** A message as the page gets it. */
export interface FedMessage extends ConversationMessage {
  /** How many characters the whole message has. Present only if `content` is cut. */
  readonly length?: number | undefined;
}

/** A record as the page gets it. Long texts are cut, and fields that only the details of a turn show are left out. */
export type FedRecord =
  | Exclude<SessionRecord, SnapshotRecord>
  | {
      readonly type: 'earlier';
      readonly messages: readonly FedMessage[];
      readonly task: string | null;
      readonly at: number;
    };

/** The next records of a log. The `id` of the event is the `seq` of the last one. */
export type RecordsEvent = readonly FedRecord[];

/** The next pieces of a running turn. `from` is how many pieces came before. */
export interface LiveEvent {
  readonly turn: string;
  readonly from: number;
  readonly pieces: readonly LivePiece[];
}

/** Sent when the page has the whole log. All later records are new. */
export interface ReadyEvent {
  /** Notes about the log for the reader, one sentence each. */
  readonly notes: readonly string[];
  /** Damage of the log, one sentence each. */
  readonly damage: readonly string[];
}

/** The names of the events in a session's feed. */
export const FEED_EVENTS = { records: 'records', live: 'live', ready: 'ready', broken: 'broken' } as const;

/** The longest text of a message in the feed. The page fetches the rest when the reader asks for it. */
export const FED_CHARACTERS = 6_000;
