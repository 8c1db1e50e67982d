import type { AgentEvent, ConversationMessage, HeldFloor, QueueEntry, TurnEndRecord } from '@ctx/contract';

/** An agent was given the floor; its prompt is made and in the log. */
export interface TurnStartEvent {
  readonly type: 'turn-start';
  readonly turn: string;
  readonly member: string;
  /** Id of the message the turn answers. */
  readonly replyTo: string;
  /** Id of the newest message the agent can have seen. */
  readonly upTo: string;
  /** 1, or more when the turn was begun before and cut off. */
  readonly attempt: number;
}

/** A turn was cut off and nobody knows how it ended; a human has to decide, with `Conversation.decide`. */
export interface TurnLostEvent {
  readonly type: 'turn-lost';
  readonly turn: string;
  readonly member: string;
  /** Id of the message it was to answer. */
  readonly replyTo: string;
  /** The attempt that was cut off. */
  readonly attempt: number;
}

/** A turn is over: its record, which is in the log now. */
export type TurnEndEvent = Omit<TurnEndRecord, 'at'>;

/** Calls joined the queue or left it. */
export interface QueueEvent {
  readonly type: 'queue';
  /** `refused`: the queue was full, these calls never joined. */
  readonly change: 'added' | 'taken' | 'dropped' | 'refused';
  /** A refused call has no id: it is `''`. */
  readonly entries: readonly QueueEntry[];
  /** How many wait now. */
  readonly waiting: number;
}

/** Something a message asked for could not be done. The rest of it was. */
export interface UnresolvedEvent {
  readonly type: 'unresolved';
  /**
   * `unknown-name`: nobody is called so. `self`: the speaker called itself. `message-gone`: the message that was to be
   * answered is no longer kept.
   */
  readonly reason: 'unknown-name' | 'self' | 'message-gone';
  readonly names: readonly string[];
  /** Id of the message that asked. */
  readonly message: string;
}

/** Worth telling, not worth a message. */
export interface ConversationNotice {
  readonly type: 'notice';
  readonly kind: 'empty-answer' | 'task-refused' | 'log-note' | 'limit';
  readonly text: string;
  readonly turn?: string | undefined;
}

/** The conversation is over; no event follows, and `send` is refused. */
export interface EndedEvent {
  readonly type: 'ended';
  /**
   * `done`: nobody is left to speak and there is no human. `max-turns` and `limit`: the same, with calls still waiting. `closed`:
   * `close()` was called. `failed`: the session could not be kept; `error` says why.
   */
  readonly reason: 'done' | 'max-turns' | 'limit' | 'closed' | 'failed';
  readonly error?: Error | undefined;
}

/** Everything that happens in a conversation, in order. */
export type ConversationEvent =
  | TurnStartEvent
  | { readonly type: 'agent-event'; readonly turn: string; readonly member: string; readonly event: AgentEvent }
  /** Something was said; it is in the log. `turn` is missing for what a human said. */
  | { readonly type: 'message'; readonly message: ConversationMessage; readonly turn?: string | undefined }
  | QueueEvent
  | UnresolvedEvent
  /** The task was set, or taken away: `null`. `by` is the id of whoever did it. */
  | { readonly type: 'task'; readonly task: string | null; readonly by: string }
  | ConversationNotice
  | TurnEndEvent
  | TurnLostEvent
  | ({ readonly type: 'waiting-for-human' } & HeldFloor)
  | EndedEvent;
