import type { ConversationMessage, SessionRecord, SnapshotRecord, TrailEntry, TurnEndRecord } from '@ctx/contract';
import type { LivePiece } from '@ctx/team';

/** A message as the page gets it. */
export interface FedMessage extends ConversationMessage {
  /** How many characters the whole message has. Present only if `content` is cut. */
  readonly length?: number | undefined;
}

/** A record as the page gets it. Long texts are cut, and fields that only the details of a turn show are left out. */
export type FedRecord =
  | Exclude<SessionRecord, SnapshotRecord | TurnEndRecord>
  | FedTurnEnd
  | {
      readonly type: 'earlier';
      readonly messages: readonly FedMessage[];
      readonly task: string | null;
      readonly at: number;
    };

/** The end of a turn as the page gets it. */
export interface FedTurnEnd extends Omit<TurnEndRecord, 'trail'> {
  /** The first steps of its trail, and how many there are in all. */
  readonly steps?: { readonly first: readonly FedStep[]; readonly count: number } | undefined;
}

/** The next records of a log. The `id` of the event is the `seq` of the last one. */
export type RecordsEvent = readonly FedRecord[];

/** The next pieces of a running turn. `from` is how many pieces came before. */
export interface LiveEvent {
  readonly turn: string;
  readonly from: number;
  readonly pieces: readonly LivePiece[];
}

/** A step of a turn as its card shows it. */
export type FedStep = Pick<TrailEntry, 'tool' | 'line' | 'ended'>;

/** Sent when the page has the whole log, and again when `isWritten` changes. All later records are new. */
export interface ReadyEvent {
  /** Whether a conversation is writing the log. Missing if the store cannot tell. */
  readonly isWritten?: boolean | undefined;
  /** Notes about the log for the reader, one sentence each. */
  readonly notes: readonly string[];
  /** Damage of the log, one sentence each. */
  readonly damage: readonly string[];
}

/** How many steps of a turn the feed has, and how much of the line of each. */
export const FED_STEPS = 12;
export const FED_STEP_CHARACTERS = 160;

/** The names of the events in a session's feed. */
export const FEED_EVENTS = { records: 'records', live: 'live', ready: 'ready', broken: 'broken' } as const;

/** The longest text of a message in the feed. The page fetches the rest when the reader asks for it. */
export const FED_CHARACTERS = 6_000;
