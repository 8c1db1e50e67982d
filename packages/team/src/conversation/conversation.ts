import type {
  ConversationMessage,
  ConversationSnapshot,
  HeldFloor,
  IContextProvider,
  QueueEntry,
  SessionStore,
  TurnExecutor,
} from '@ctx/contract';
import type { Team } from '../team-file/team.ts';
import type { ConversationEvent } from './conversation-event.ts';

/** What a conversation is made of. */
export interface ConversationOptions {
  readonly team: Team;
  /** Where what is said is kept, and prompts are made. Default: `createTeamContext({ team })`. */
  readonly context?: IContextProvider | undefined;
  /** What runs the turns. Default: `createLocalExecutor({ team })`. */
  readonly executor?: TurnExecutor | undefined;
  /** Where the log goes. Default: a file under `.ctx/sessions/` of the working directory. */
  readonly store?: SessionStore | undefined;
  /** Default: the store's, else a new one. A resumed conversation keeps the one in its log. */
  readonly sessionId?: string | undefined;
  /** Begin from here instead of from nothing. The context is replaced by the snapshot's. */
  readonly snapshot?: ConversationSnapshot | undefined;
  /** Events a reader may be behind before the conversation waits for it. Default 256. */
  readonly eventBuffer?: number | undefined;
  /** How long a cancelled turn may take to end before it is given up. Default 15,000. */
  readonly cancelGraceMs?: number | undefined;
}

/** How `send` treats a message. */
export interface SendOptions {
  /** Whom to call when the text itself calls nobody: ids, names or display names. */
  readonly to?: readonly string[] | undefined;
}

/** What is going on right now. */
export interface ConversationStatus {
  readonly state: 'resting' | 'running' | 'ended';
  readonly running: readonly { readonly turn: string; readonly member: string }[];
  /** In the order in which the calls were made. */
  readonly waiting: readonly QueueEntry[];
  /** Missing unless a human has the floor. */
  readonly floor?: HeldFloor | undefined;
  readonly turnsSinceHuman: number;
}

/** Many members, one conversation. It goes on by itself from each `send` until a human has the floor or it is over. */
export interface Conversation {
  readonly sessionId: string;
  /**
   * A human says something; `from` is that member's id or name (default: the first human). Resolves when it is in the
   * log; the answers come as events. What is said while a turn runs does not disturb the turn.
   * @throws TypeError for a text that is not a string or is blank.
   * @throws CtxError `CTX_UNKNOWN_MEMBER`, `CTX_CONVERSATION_ENDED`, or the store's error, which ends the conversation.
   */
  send(text: string, from?: string, options?: SendOptions): Promise<ConversationMessage>;
  /**
   * Every event from this call on. A reader that falls behind by more than the buffer holds the conversation up, so
   * read or leave the loop; without a reader events cost nothing.
   */
  events(): AsyncIterableIterator<ConversationEvent>;
  /** Lets the queue go on, after a resume or a snapshot. Does nothing while it goes on anyway. */
  proceed(): void;
  /** Ends the running turns, or the one named. Partial answers are kept and marked; the queue goes on. */
  cancel(turn?: string): void;
  /** Resolves when no turn runs and none is about to: a human has the floor, or the conversation is over. */
  idle(): Promise<void>;
  status(): ConversationStatus;
  /** The whole conversation as JSON data; turns that run now are in its queue again. */
  snapshot(): ConversationSnapshot;
  /** Cancels what runs, ends the conversation and its event streams, and closes the store. */
  close(): Promise<void>;
}
