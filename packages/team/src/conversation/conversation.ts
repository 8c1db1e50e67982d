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
import type { TurnChangesOptions } from '../changes/turn-changes.ts';
import type { SessionCosts } from '../cost/cost-ledger.ts';
import type { Prices } from '../cost/prices.ts';
import type { Team, TeamLimits } from '../team-file/team.ts';
import type { ConversationEvent } from './conversation-event.ts';
import type { LostTurnDecision } from './lost/decide-lost.ts';
import type { RequestOptions, RequestOutcome } from './request.ts';

/** Options of `createConversation`. */
export interface ConversationOptions {
  readonly team: Team;
  /** Keeps the messages and builds the prompts. Default: `createTeamContext({ team })`. */
  readonly context?: IContextProvider | undefined;
  /** Runs the turns. Default: `createLocalExecutor({ team })`. */
  readonly executor?: TurnExecutor | undefined;
  /** Stores the log. Default: a file under `.ctx/sessions/` of the working directory. */
  readonly store?: SessionStore | undefined;
  /** Default: the store's id, else a new one. A resumed conversation keeps the id in its log. */
  readonly sessionId?: string | undefined;
  /** Start from this snapshot. Its messages and task replace those of `context`. */
  readonly snapshot?: ConversationSnapshot | undefined;
  /** How many unread events a reader may have before the conversation waits for it. Default 256. */
  readonly eventBuffer?: number | undefined;
  /**
   * Limits of this session, each in place of the team's. They stay in force after a resume, until another value is given
   * here or the value in the team is changed.
   */
  readonly limits?: TeamLimits | undefined;
  /** Prices of models, for agents that do not report their cost. Without a report and a price the cost is unknown. */
  readonly prices?: Prices | undefined;
  /**
   * Record what each turn changes in the git work tree of its member's folder on this machine, also of a turn that was
   * cut off. Default: only what the executor reports.
   */
  readonly changes?: TurnChangesOptions | undefined;
  /** How long to wait for a cancelled turn to end, in milliseconds. Default 15,000. */
  readonly cancelGraceMs?: number | undefined;
}

/** Speaker and addressees of a message. Members are given by id, name or display name. */
export interface SendOptions {
  /** The human who speaks. Default: the first human of the team, or a guest in a team without humans. */
  readonly from?: string | undefined;
  /** Who answers if the text has no `[NEXT: …]`: one member or several. The text stays unchanged. Default: nobody. */
  readonly to?: string | readonly string[] | undefined;
  /** Intent of the calls that do not give one themselves, as `[NEXT: sarah!P3]` does. Default `P2`. */
  readonly intent?: Intent | undefined;
  /** Leave out the middle of the text for an agent that it does not fit. Default: refuse such a message. */
  readonly cut?: boolean | undefined;
}

/** Options of `setTask` and `setModel`. */
export interface SetTaskOptions {
  /** Which human: id, name or display name. Default as for `send`. */
  readonly by?: string | undefined;
}

/** Options of `decide`. */
export interface DecideOptions {
  /** Which human: id, name or display name. Default as for `send`. */
  readonly by?: string | undefined;
}

/** The state of a conversation right now. */
export interface ConversationStatus {
  readonly state: 'resting' | 'running' | 'ended';
  readonly running: readonly { readonly turn: string; readonly member: string }[];
  /** Calls in the queue, oldest first. */
  readonly waiting: readonly QueueEntry[];
  /** Lost turns that wait for a human's decision. */
  readonly lost: readonly LostTurn[];
  /** Missing unless a human has the floor. */
  readonly floor?: HeldFloor | undefined;
  /** Agent turns since a human last spoke. */
  readonly turnsSinceHuman: number;
  /** Tokens, time and money used so far. */
  readonly costs: SessionCosts;
  /** How full the context of each agent is that has had a turn, as a share of its window or, without memory, budget. */
  readonly contextFill: ReadonlyMap<string, number>;
  /** The team task; `null` when there is none. */
  readonly task: string | null;
  /** The models that humans chose in this session, by member id. */
  readonly models: ReadonlyMap<string, string>;
}

/** A conversation of a team. After each `send` it runs by itself until a human has the floor or it is over. */
export interface Conversation {
  readonly sessionId: string;
  /**
   * Sends a human's message. Resolves when it is in the log; the answers come as events. A turn that is running is not
   * disturbed.
   * @throws TypeError for a text that is not a string or is blank.
   * @throws CtxError `CTX_UNKNOWN_MEMBER` for an unknown name, also in `to`; `CTX_MESSAGE_TOO_LONG` without `cut` for a
   * text that does not fit an agent it calls; `CTX_CONVERSATION_ENDED`; or the store's
   * error, which ends the conversation. A refused message changes nothing.
   */
  send(text: string, options?: SendOptions): Promise<ConversationMessage>;
  /**
   * Sends a message as `send` does, and resolves to the answers when a human has the floor again or the conversation is
   * over. An answer that failed is in the outcome.
   * @throws as `send` does, and the reason of a `signal` that is already aborted.
   */
  request(text: string, options?: RequestOptions): Promise<RequestOutcome>;
  /**
   * Sets the team task, or removes it with `null`. Resolves when it is in the log. Adds no message and calls nobody;
   * turns that start later see it.
   * @throws TypeError for a task that is blank.
   * @throws CtxError as `send` does.
   */
  setTask(task: string | null, options?: SetTaskOptions): Promise<void>;
  /**
   * Chooses the model of an agent for the rest of the session; with `null`, the one of the team file. Its next turn is
   * sent the whole conversation.
   * @throws TypeError for what cannot be the name of a model.
   * @throws CtxError `CTX_UNKNOWN_MEMBER`; `CTX_TEAM_FILE` for an agent that is a `command`; and as `send` does.
   */
  setModel(member: string, model: string | null, options?: SetTaskOptions): Promise<void>;
  /** The messages that are still kept, oldest first. The array is a copy; the messages are shared and frozen. */
  messages(): readonly ConversationMessage[];
  /**
   * Every event from this call on. A reader that falls behind by more than the buffer makes the conversation wait, so
   * keep reading or leave the loop. Without a reader, events cost nothing.
   */
  events(): AsyncIterableIterator<ConversationEvent>;
  /** Starts the queue after a resume, a snapshot or `hold`. Does nothing while it is running. */
  proceed(): void;
  /** Starts no further turn until `proceed`, so that a human can change the queue. Running turns continue. */
  hold(): void;
  /**
   * Cancels one turn by its id, or all running turns. Partial answers are kept and marked; the queue continues. Does
   * nothing for a turn that is not running.
   */
  cancel(turn?: string): void;
  /**
   * Removes the calls of one member (by id, name or display name) from the queue, or all calls. Running turns continue.
   * Resolves to the number of removed calls, when the change is in the log.
   * @throws CtxError as `send` does.
   */
  drop(member?: string): Promise<number>;
  /**
   * Decides about a lost turn (event `turn-lost`): `again` runs it once more, with the same id and before all other
   * calls; `skip` leaves its call unanswered; `take` gives the human the floor to answer instead. Resolves when the
   * decision is in the log.
   * @throws RangeError for a turn that does not wait for a decision, TypeError for an unknown decision.
   * @throws CtxError as `send` does.
   */
  decide(turn: string, decision: LostTurnDecision, options?: DecideOptions): Promise<void>;
  /** Resolves when no turn runs and none will start: a human has the floor, or the conversation is over. */
  idle(): Promise<void>;
  status(): ConversationStatus;
  /** The whole conversation as JSON data. Running turns are in its queue again. */
  snapshot(): ConversationSnapshot;
  /** Cancels running turns, ends the conversation and its event streams, and closes the store. */
  close(): Promise<void>;
}
