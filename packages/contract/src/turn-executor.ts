import type { AgentEvent } from './agent-event.ts';
import type { AgentTurn } from './agent-turn.ts';

/** What an executor is told about a turn besides the turn itself; not serialisable, so it stays on this side. */
export interface TurnExecutionOptions {
  /** Aborted when the turn is no longer wanted. The executor then ends it and finishes with a `cancelled` turn-end. */
  readonly signal: AbortSignal;
}

/** What a member's agent does with its own sessions, and where. */
export interface MemberSessions {
  /** They can be resumed, and hold all that was said in them. */
  readonly keep: boolean;
  /** A resumed turn goes on in a copy: one that does not complete costs nothing. */
  readonly forks: boolean;
  /** Folder the agent works in. */
  readonly cwd: string;
  readonly machine: string;
  /** Folder the agent keeps its sessions in. */
  readonly home: string;
}

/**
 * Runs turns: in this process, on another machine, from a job queue. The conversation knows nothing of processes or
 * model APIs; the executor knows nothing of routing or history.
 */
export interface TurnExecutor {
  /**
   * Form of `AgentTurn.prompt` this executor wants. `chunks` saves building a large string and is for executors that
   * run the turn in the same process. Default `string`.
   */
  readonly promptFormat?: 'string' | 'chunks' | undefined;
  /**
   * `run()` of a known `sessionId` and `id` attaches to the turn that runs or has run, instead of starting it a second
   * time. A coordinator that was killed then gets the answers of the turns it had started. Default false.
   */
  readonly durable?: boolean | undefined;
  /**
   * Runs one turn. The last event is the only `turn-end`. Every failure of the agent is such an event; what is thrown
   * (an unknown member, refused permissions) ends the turn as failed, and the conversation goes on. The consumer may
   * read slowly; an executor must then produce slowly rather than collect without bound.
   */
  run(turn: AgentTurn, options: TurnExecutionOptions): AsyncIterable<AgentEvent>;
  /**
   * What is known about the sessions of a member's agent. Missing, or `undefined`: they are not to be used, and every turn
   * starts a new one.
   */
  readonly sessionsOf?: ((member: string) => Promise<MemberSessions | undefined>) | undefined;
  /**
   * Ends whatever is left of a turn whose host was killed: the processes that carry `marker`. Resolves when none is left,
   * also when there was none. A conversation that is resumed waits for it before anything runs.
   */
  readonly endLeftovers?: ((marker: string) => Promise<void>) | undefined;
}
