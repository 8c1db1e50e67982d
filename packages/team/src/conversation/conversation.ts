import type {
  ConversationMessage,
  ConversationSnapshot,
  HeldFloor,
  IContextProvider,
  Intent,
  LostTurn,
  QueueEntry,
  SessionStore,
  TurnExecutor,
} from '@ctx/contract';
import type { SessionCosts } from '../cost/cost-ledger.ts';
import type { Prices } from '../cost/prices.ts';
import type { Team } from '../team-file/team.ts';
import type { ConversationEvent } from './conversation-event.ts';
import type { LostTurnDecision } from './lost/decide-lost.ts';

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
  /** What models cost, for agents that do not report it. A cost that neither tells is unknown. */
  readonly prices?: Prices | undefined;
  /** How long a cancelled turn may take to end before it is given up. Default 15,000. */
  readonly cancelGraceMs?: number | undefined;
}

/** Who says something to whom. Members are named by id, name or display name. */
export interface SendOptions {
  /** Which human speaks. Default: the first human of the team, or a guest in a team without one. */
  readonly from?: string | undefined;
  /** Who answers if the text has no `[NEXT: …]`: one or several. Nothing is added to the text. Default: nobody. */
  readonly to?: string | readonly string[] | undefined;
  /** How urgent a call is that does not say so itself, as `[NEXT: sarah!P3]` does. Default `P2`. */
  readonly intent?: Intent | undefined;
}

/** Who sets the task. */
export interface SetTaskOptions {
  /** Which human: id, name or display name. Default as for `send`. */
  readonly by?: string | undefined;
}

/** Who decides about a lost turn. */
export interface DecideOptions {
  /** Which human: id, name or display name. Default as for `send`. */
  readonly by?: string | undefined;
}

/** What is going on right now. */
export interface ConversationStatus {
  readonly state: 'resting' | 'running' | 'ended';
  readonly running: readonly { readonly turn: string; readonly member: string }[];
  /** In the order in which the calls were made. */
  readonly waiting: readonly QueueEntry[];
  /** Turns that were lost and about which a human has to decide. */
  readonly lost: readonly LostTurn[];
  /** Missing unless a human has the floor. */
  readonly floor?: HeldFloor | undefined;
  readonly turnsSinceHuman: number;
  /** What the session used up so far. */
  readonly costs: SessionCosts;
  /** What the team works on; `null` when there is no task. */
  readonly task: string | null;
}

/** Many members, one conversation. It goes on by itself from each `send` until a human has the floor or it is over. */
export interface Conversation {
  readonly sessionId: string;
  /**
   * A human says something. Resolves when it is in the log; the answers come as events. What is said while a turn runs
   * does not disturb the turn.
   * @throws TypeError for a text that is not a string or is blank.
   * @throws CtxError `CTX_UNKNOWN_MEMBER` for a name nobody has, also in `to`; `CTX_CONVERSATION_ENDED`; or the store's
   * error, which ends the conversation. What was refused leaves no trace.
   */
  send(text: string, options?: SendOptions): Promise<ConversationMessage>;
  /**
   * Sets what the team works on, or takes it away with `null`. Resolves when it is in the log. Says nothing and calls
   * nobody; turns see it from the next one on.
   * @throws TypeError for a task that is blank.
   * @throws CtxError as `send` does.
   */
  setTask(task: string | null, options?: SetTaskOptions): Promise<void>;
  /** What was said so far and is still kept, oldest first. The list is yours; the messages are shared, and frozen. */
  messages(): readonly ConversationMessage[];
  /**
   * Every event from this call on. A reader that falls behind by more than the buffer holds the conversation up, so
   * read or leave the loop; without a reader events cost nothing.
   */
  events(): AsyncIterableIterator<ConversationEvent>;
  /** Lets the queue go on, after a resume, a snapshot or `hold`. Does nothing while it goes on anyway. */
  proceed(): void;
  /** Lets nobody else begin until `proceed`, so that a human can decide about the queue. What runs goes on. */
  hold(): void;
  /**
   * Ends the turn named, and no other; without a name, all that run. Partial answers are kept and marked; the queue
   * goes on. A turn that does not run is left alone.
   */
  cancel(turn?: string): void;
  /**
   * Takes calls out of the queue: those of one member, by id, name or display name, or all. What runs goes on. Resolves
   * to how many there were, when it is in the log.
   * @throws CtxError as `send` does.
   */
  drop(member?: string): Promise<number>;
  /**
   * Decides about a turn that was lost (event `turn-lost`): `again` runs it once more, under the same id and before
   * everybody else; `skip` leaves its call unanswered; `take` gives the human the floor to answer instead. Resolves when
   * the decision is in the log.
   * @throws RangeError for a turn about which nothing is to be decided.
   * @throws CtxError as `send` does.
   */
  decide(turn: string, decision: LostTurnDecision, options?: DecideOptions): Promise<void>;
  /** Resolves when no turn runs and none is about to: a human has the floor, or the conversation is over. */
  idle(): Promise<void>;
  status(): ConversationStatus;
  /** The whole conversation as JSON data; turns that run now are in its queue again. */
  snapshot(): ConversationSnapshot;
  /** Cancels what runs, ends the conversation and its event streams, and closes the store. */
  close(): Promise<void>;
}
