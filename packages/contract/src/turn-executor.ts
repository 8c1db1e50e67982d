import type { AgentEvent } from './agent-event.ts';
import type { AgentTurn } from './agent-turn.ts';

/** Options of one run that cannot be serialised, and so are not part of the turn. */
export interface TurnExecutionOptions {
  /** Aborted to cancel the turn. The executor then ends the turn with a `turn-end` of status `cancelled`. */
  readonly signal: AbortSignal;
}

/** The abilities and the place of an agent's own sessions. */
export interface MemberSessions {
  /** Sessions can be resumed with their whole history. */
  readonly keep: boolean;
  /** A resumed turn continues in a copy. If it does not complete, the session is unchanged. */
  readonly forks: boolean;
  /** A resumed turn takes the system text it is given. */
  readonly takesNewSystemText?: boolean | undefined;
  /** Folder in which the agent works. */
  readonly cwd: string;
  readonly machine: string;
  /** Folder in which the agent keeps its sessions. */
  readonly home: string;
}

/**
 * Runs turns: in this process, on another machine, or from a job queue. The conversation knows nothing about processes
 * or model APIs, and the executor knows nothing about routing or history.
 */
export interface TurnExecutor {
  /**
   * The form of `AgentTurn.prompt` for this executor. `chunks` avoids building a large string, for executors that run
   * the turn in the same process. Default `string`.
   */
  readonly promptFormat?: 'string' | 'chunks' | undefined;
  /**
   * True if `run()` with a known `sessionId` and `id` attaches to the existing turn, running or finished, and does not
   * start it again. A coordinator that was killed then still gets the answers of its turns. Default false.
   */
  readonly durable?: boolean | undefined;
  /**
   * Runs one turn. The last event is the only `turn-end`, which also reports failures of the agent. It throws for an
   * unknown member or refused permissions. The conversation then records a failed turn and continues. If the consumer
   * reads slowly, the executor must not buffer events without bound.
   */
  run(turn: AgentTurn, options: TurnExecutionOptions): AsyncIterable<AgentEvent>;
  /**
   * Describes the sessions of a member's agent. Missing or `undefined`: sessions are not used, and every turn starts a
   * new one.
   */
  readonly sessionsOf?: ((member: string) => Promise<MemberSessions | undefined>) | undefined;
  /**
   * Ends the processes that remain of a turn whose host was killed, found by the environment variable `marker`.
   * Resolves when none is left. A resumed conversation waits for it before it runs a turn.
   */
  readonly endLeftovers?: ((marker: string) => Promise<void>) | undefined;
}
