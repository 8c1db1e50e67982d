import type { MessageCut } from './assembler-input.ts';
import type { ConversationMessage } from './conversation-message.ts';
import type { ConversationSnapshot, HeldFloor } from './conversation-snapshot.ts';
import type { NativeSession } from './native-session.ts';
import type { QueueEntry } from './queue-entry.ts';
import type { Receipt } from './receipt.ts';
import type { TrailEntry } from './trail-entry.ts';
import type { AgentFailure, TurnResult } from './turn-result.ts';
import type { Usage } from './usage.ts';
import type { WorkTreeChanges } from './work-tree-changes.ts';

/** The newest version of the session log. Older logs stay readable, newer ones are refused. */
export const SESSION_LOG_VERSION = 2;

/** A member of the team at the start of a session. */
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
  /**
   * HMAC-SHA-256 in hex over session id, team and members, with a key of the user. Proves who wrote the log. Only in
   * file stores.
   */
  readonly hmac?: string | undefined;
  /** Time of the record, in milliseconds since 1970, here and in all other records. */
  readonly at: number;
}

/** A message was added by a human, by an agent, or by the system about a failed turn. */
export interface MessageRecord {
  readonly type: 'message';
  readonly message: ConversationMessage;
  /** Id of the turn it came from. Missing for a message of a human. */
  readonly turn?: string | undefined;
  readonly at: number;
}

/** The team task was set or removed. */
export interface TaskRecord {
  readonly type: 'task';
  /** `null` if it was removed. */
  readonly task: string | null;
  /** Id of the member who set it. Missing for the task of the team file. */
  readonly by?: string | undefined;
  readonly at: number;
}

/** A human chose the model of an agent for the rest of the session. */
export interface ModelRecord {
  readonly type: 'model';
  readonly member: string;
  /** `null`: the one of the team file again. */
  readonly model: string | null;
  /** Id of the member who chose it. */
  readonly by: string;
  readonly at: number;
}

/**
 * The queue changed. New calls join at the end. A call that is added again while it waits has a higher priority now. A
 * call that is added again after its turn was lost goes to the front, and its turn runs again under the same id.
 */
export interface QueueRecord {
  readonly type: 'queue';
  readonly added?: readonly QueueEntry[] | undefined;
  /**
   * Ids of calls that were dropped, that could not be answered, or whose lost turn will not run again. Calls whose turn
   * starts are not here but in the `turn-start`.
   */
  readonly removed?: readonly string[] | undefined;
  readonly at: number;
}

/** The settings of a member's prompts. Written when they differ from the member's last record. */
export interface PromptSettingsRecord {
  readonly type: 'prompt-settings';
  readonly member: string;
  readonly agentType: string;
  /** The instruction that was sent, including the briefing. */
  readonly systemInstruction?: string | undefined;
  readonly instructionFileText?: string | undefined;
  /** Missing: the whole conversation. */
  readonly windowSize?: number | undefined;
  readonly maxBytes: number;
  readonly maxTokens?: number | undefined;
  /** Id of the token counter. */
  readonly tokenCounter?: string | undefined;
  /** How many of the newest messages were stored. Missing: all. */
  readonly maxMessages?: number | undefined;
  readonly guarded: boolean;
  readonly stripping: 'lenient' | 'strict';
  /** Which part of a message that does not fit is left out. Missing: its end. */
  readonly cut?: MessageCut | undefined;
  /** `model`, `permissions` and `args` of the team file, for information only. Secrets in `args` are redacted. */
  readonly model?: string | undefined;
  readonly permissions?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly at: number;
}

/** How much the agents of a session may use. A missing value is no limit. */
export interface SessionLimits {
  /** US dollars. Only known cost counts. */
  readonly costUsd?: number | undefined;
  /** Input and output tokens together; estimated where an agent does not report them. */
  readonly tokens?: number | undefined;
  /** Minutes of all turns together. */
  readonly minutes?: number | undefined;
}

/** The limits of the session from now on. Written when they change; missing in logs of earlier releases. */
export interface LimitsRecord {
  readonly type: 'limits';
  readonly limits: SessionLimits;
  /** The limits of the team file at that time. A value that is changed there later replaces the one above. */
  readonly teamLimits: SessionLimits;
  readonly at: number;
}

/** The native session of a member from now on. Without `session` it has none. */
export interface NativeSessionRecord {
  readonly type: 'native-session';
  readonly member: string;
  readonly session?: NativeSession | undefined;
  readonly at: number;
}

/** A turn started. If no `turn-end` follows, the turn was cut off. */
export interface TurnStartRecord {
  readonly type: 'turn-start';
  readonly turn: string;
  /** The call this turn answers. It leaves the queue here. */
  readonly call: QueueEntry;
  /** Id of the newest message when the prompt was made. */
  readonly upTo: string;
  /** `ConversationSnapshot.repliesInRow`, after this call has left the queue. */
  readonly repliesInRow: number;
  /** 1 for the first run of the turn, one more for each repeated run. Default 1. */
  readonly attempt?: number | undefined;
  /** Name of the environment variable by which the processes of the turn can be found and ended after a crash. */
  readonly marker?: string | undefined;
  /** SHA-256 in hex over system flag and prompt, by `promptHash` of `@ctx/team`. Missing if no prompt could be made. */
  readonly promptHash?: string | undefined;
  /** The options of `AgentContextOptions` with the same names, if they were used. */
  readonly since?: string | undefined;
  readonly taskKnown?: boolean | undefined;
  readonly keepFrom?: string | undefined;
  /** Id of the git tree of its work tree before the turn. Missing if there is none. */
  readonly tree?: string | undefined;
  readonly at: number;
}

/** A turn ended. Its answer is in a message record of the same append. */
export interface TurnEndRecord {
  readonly type: 'turn-end';
  readonly turn: string;
  readonly member: string;
  readonly status: TurnResult['status'];
  readonly durationMs: number;
  readonly usage?: Usage | undefined;
  /** As reported by the agent, else computed from the user's prices. Missing: unknown. */
  readonly costUsd?: number | undefined;
  readonly error?: AgentFailure | undefined;
  /** What the agent saw. Missing if no prompt could be made. */
  readonly receipt?: Receipt | undefined;
  /** Id of the answer, complete or partial. Missing if there was none. */
  readonly messageId?: string | undefined;
  /** Id of the member who was called to answer instead, after a failure for quota, rate limit or sign-in. */
  readonly standIn?: string | undefined;
  /** Id of the member in whose place this turn answered. */
  readonly standsInFor?: string | undefined;
  /** What the agent did, in at most 200 entries. */
  readonly trail?: readonly TrailEntry[] | undefined;
  readonly changes?: WorkTreeChanges | undefined;
  /** Only for a cancelled turn: the value of `repliesInRow` before the turn, which applies again. */
  readonly repliesInRow?: number | undefined;
  readonly at: number;
}

/** The changes of a turn were undone in the work tree, or redone. */
export interface UndoRecord {
  readonly type: 'undo';
  readonly turn: string;
  /** False if they were redone. */
  readonly undone: boolean;
  /** The files that were written or deleted, relative to the top of the work tree. */
  readonly files: readonly string[];
  /** Of a turn without an end in the log: the tree that was undone, so that it can be redone. */
  readonly tree?: string | undefined;
  readonly at: number;
}

/** The conversation now waits for a human. */
export interface FloorRecord extends HeldFloor {
  readonly type: 'floor';
  /** The call of the human, if there was one. It leaves the queue here. */
  readonly call?: QueueEntry | undefined;
  readonly at: number;
}

/** The session started from a snapshot. */
export interface SnapshotRecord {
  readonly type: 'snapshot';
  readonly snapshot: ConversationSnapshot;
  readonly at: number;
}

/** One entry of a session log, as plain JSON data. A reader ignores types it does not know. */
export type SessionRecord =
  | SessionStartRecord
  | MessageRecord
  | TaskRecord
  | ModelRecord
  | QueueRecord
  | PromptSettingsRecord
  | LimitsRecord
  | NativeSessionRecord
  | TurnStartRecord
  | TurnEndRecord
  | UndoRecord
  | FloorRecord
  | SnapshotRecord;
