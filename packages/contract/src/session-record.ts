import type { ConversationMessage } from './conversation-message.ts';
import type { ConversationSnapshot, HeldFloor } from './conversation-snapshot.ts';
import type { NativeSession } from './native-session.ts';
import type { QueueEntry } from './queue-entry.ts';
import type { Receipt } from './receipt.ts';
import type { TrailEntry } from './trail-entry.ts';
import type { AgentFailure, TurnResult } from './turn-result.ts';
import type { Usage } from './usage.ts';
import type { WorkTreeChanges } from './work-tree-changes.ts';

/** The newest version of the session log. Older ones stay readable; newer ones are refused. */
export const SESSION_LOG_VERSION = 2;

/** Somebody who was in the team when a session began. */
export interface SessionMember {
  readonly id: string;
  readonly name: string;
  readonly type: 'human' | 'ai';
  readonly agentType?: string | undefined;
}

/** First record of a session. */
export interface SessionStartRecord {
  readonly type: 'session-start';
  readonly version: 1 | 2;
  readonly sessionId: string;
  /** Name of the team. */
  readonly team: string;
  /** Missing in version 1. */
  readonly members?: readonly SessionMember[] | undefined;
  /** Who wrote it: HMAC-SHA-256 in hex over session id, team and members, by a key of the user's. A file store's own. */
  readonly hmac?: string | undefined;
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

/**
 * The queue changed: calls joined at the end, or went. A call that is added again after its turn was lost goes before
 * everybody else, and its turn runs again under its id; one that still waits has become more urgent.
 */
export interface QueueRecord {
  readonly type: 'queue';
  readonly added?: readonly QueueEntry[] | undefined;
  /**
   * Ids of calls that were dropped or could not be answered, or whose lost turn is not to run again. Those taken for a
   * turn are in its `turn-start`.
   */
  readonly removed?: readonly string[] | undefined;
  readonly at: number;
}

/** What a member's prompts are made with besides the messages. Written when it differs from the member's last. */
export interface PromptSettingsRecord {
  readonly type: 'prompt-settings';
  readonly member: string;
  readonly agentType: string;
  /** The instruction as it was sent, briefing included. */
  readonly systemInstruction?: string | undefined;
  readonly instructionFileText?: string | undefined;
  /** Missing: the whole conversation. */
  readonly windowSize?: number | undefined;
  readonly maxBytes: number;
  readonly maxTokens?: number | undefined;
  /** Id of the token counter. */
  readonly tokenCounter?: string | undefined;
  /** Only the newest of this many messages were kept. Missing: all. */
  readonly maxMessages?: number | undefined;
  readonly guarded: boolean;
  readonly stripping: 'lenient' | 'strict';
  /** As the team file has them, for whoever looks; prompts do not depend on them. Secrets are taken out of `args`. */
  readonly model?: string | undefined;
  readonly permissions?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly at: number;
}

/** The native session a member is in from now on; without `session` it has none. */
export interface NativeSessionRecord {
  readonly type: 'native-session';
  readonly member: string;
  readonly session?: NativeSession | undefined;
  readonly at: number;
}

/** A member was given the floor. Without a `turn-end` after it, the turn was cut off. */
export interface TurnStartRecord {
  readonly type: 'turn-start';
  readonly turn: string;
  /** The call this turn answers. It leaves the queue here. */
  readonly call: QueueEntry;
  readonly upTo: string;
  /** See `ConversationSnapshot.repliesInRow`; the value after this call was taken. */
  readonly repliesInRow: number;
  /** 1 for the first start, one more each time the same turn is started again. Missing means 1. */
  readonly attempt?: number | undefined;
  /** Name of the variable that all processes of the turn carry, so that they can be found and ended after a crash. */
  readonly marker?: string | undefined;
  /** SHA-256 in hex over system flag and prompt, as `promptHash` makes it. Missing when no prompt could be made. */
  readonly promptHash?: string | undefined;
  /** As in `AgentContextOptions`, where they were used. */
  readonly since?: string | undefined;
  readonly taskKnown?: boolean | undefined;
  readonly keepFrom?: string | undefined;
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
  /** As the agent reported it, else by the prices the user gave. Missing: unknown. */
  readonly costUsd?: number | undefined;
  readonly error?: AgentFailure | undefined;
  /** What the agent saw. Missing when no prompt could be made. */
  readonly receipt?: Receipt | undefined;
  /** Id of the answer, whole or partial; missing when there was none. */
  readonly messageId?: string | undefined;
  /** Of a turn that failed for quota, rate limit or sign-in: id of the member who was called to answer in its place. */
  readonly standIn?: string | undefined;
  /** Id of the member for whom this turn was taken. */
  readonly standsInFor?: string | undefined;
  /** What it did, at most 200 entries. */
  readonly trail?: readonly TrailEntry[] | undefined;
  readonly changes?: WorkTreeChanges | undefined;
  /** Of a turn that was cancelled: `repliesInRow` as it was before the turn, which counts again. */
  readonly repliesInRow?: number | undefined;
  readonly at: number;
}

/** The changes of a turn were taken back in the work tree, or brought back. */
export interface UndoRecord {
  readonly type: 'undo';
  readonly turn: string;
  /** False when they were brought back. */
  readonly undone: boolean;
  /** The files that were written or deleted, relative to the top of the work tree. */
  readonly files: readonly string[];
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
  | PromptSettingsRecord
  | NativeSessionRecord
  | TurnStartRecord
  | TurnEndRecord
  | UndoRecord
  | FloorRecord
  | SnapshotRecord;
