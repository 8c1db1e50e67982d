import type { AgentEvent, ConversationMessage, HeldFloor, QueueEntry, TurnEndRecord } from '@ctx/contract';

/** An agent's turn starts. Its prompt is built, and its start is in the log. */
export interface TurnStartEvent {
  readonly type: 'turn-start';
  readonly turn: string;
  readonly member: string;
  /** Id of the message the turn answers. */
  readonly replyTo: string;
  /** Id of the newest message the agent can have seen. */
  readonly upTo: string;
  /** 1 for the first start; one more each time the same turn runs again. */
  readonly attempt: number;
}

/** A turn was cut off and its outcome is unknown. A human has to decide, with `Conversation.decide`. */
export interface TurnLostEvent {
  readonly type: 'turn-lost';
  readonly turn: string;
  readonly member: string;
  /** Id of the message the turn should have answered. */
  readonly replyTo: string;
  /** The attempt that was cut off. */
  readonly attempt: number;
}

/** A turn is over. The same data is in the log as its `turn-end` record. */
export type TurnEndEvent = Omit<TurnEndRecord, 'at'>;

/** Calls joined the queue or left it. */
export interface QueueEvent {
  readonly type: 'queue';
  /** `refused`: the queue was full, so these calls were not added. */
  readonly change: 'added' | 'taken' | 'dropped' | 'refused';
  /** The id of a refused call is `''`. */
  readonly entries: readonly QueueEntry[];
  /** Number of calls in the queue after the change. */
  readonly waiting: number;
}

/** One thing that a message asked for could not be done. Everything else it asked for was done. */
export type UnresolvedEvent = {
  readonly type: 'unresolved';
  /** Id of the message that made the call. */
  readonly message: string;
} & (
  | {
      /**
       * `unknown-name`: nobody in the team has this name. `unknown-intent`: it is not `!P1`, `!P2` or `!P3`. `self`: the
       * speaker called itself. `message-gone`: the message to answer is no longer kept.
       */
      readonly reason: 'unknown-name' | 'unknown-intent' | 'self' | 'message-gone';
      readonly names: readonly string[];
    }
  /** `text` only looks like a hand-over: `[NEXT] max`. It calls nobody. */
  | { readonly reason: 'not-a-marker'; readonly text: string }
);

/** Information for the people who watch. It is not part of the transcript. */
export interface ConversationNotice {
  readonly type: 'notice';
  readonly kind: 'empty-answer' | 'task-refused' | 'log-note' | 'limit';
  readonly text: string;
  readonly turn?: string | undefined;
}

/** The conversation is over. No event follows, and `send` is refused. */
export interface EndedEvent {
  readonly type: 'ended';
  /**
   * `done`: the queue is empty and the team has no human. `max-turns`, `limit`: the team has no human to ask, and calls
   * still wait. `closed`: `close()` was called. `failed`: the log could not be written; `error` says why.
   */
  readonly reason: 'done' | 'max-turns' | 'limit' | 'closed' | 'failed';
  /** JSON keeps its `message` and `code`. */
  readonly error?: Error | undefined;
}

/** Everything that happens in a conversation, in the order in which it happens. */
export type ConversationEvent =
  | TurnStartEvent
  | { readonly type: 'agent-event'; readonly turn: string; readonly member: string; readonly event: AgentEvent }
  /** A message was added; it is in the log. `turn` is missing for a human's message. */
  | { readonly type: 'message'; readonly message: ConversationMessage; readonly turn?: string | undefined }
  | QueueEvent
  | UnresolvedEvent
  /** The task was set, or removed (`null`). `by` is the id of the member who did it. */
  | { readonly type: 'task'; readonly task: string | null; readonly by: string }
  /** `by` chose the model of an agent; `null` is the one of the team file. */
  | { readonly type: 'model'; readonly member: string; readonly model: string | null; readonly by: string }
  | ConversationNotice
  | TurnEndEvent
  | TurnLostEvent
  | ({ readonly type: 'waiting-for-human' } & HeldFloor)
  | EndedEvent;
