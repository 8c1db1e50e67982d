import type { ResumedSession } from './resumed-session.ts';

/**
 * One turn for an executor to run. It begins as a call in the queue (`QueueEntry`) and ends in a `TurnResult`. The
 * session log records it as `TurnStartRecord` and `TurnEndRecord`.
 *
 * It is plain data: it may cross a process or machine boundary, or wait in a queue. It says which member speaks and
 * which prompt the member gets, but not how to start the member: program, environment, permissions and keys come from
 * the team file on the executor's machine.
 */
export interface AgentTurn {
  /** Unique within the session: `turn-1`, `turn-2`, … */
  readonly id: string;
  /** The session of the turn. `sessionId` and `id` together are the key under which a turn runs only once. */
  readonly sessionId: string;
  /** Id of the member who speaks, as in the team file. */
  readonly member: string;
  /** Id of the queue entry this turn answers. */
  readonly call: string;
  /** 1 for the first run of the turn, one more for each repeated run. Default 1. */
  readonly attempt?: number | undefined;
  /** The model a human chose for the member in this session. Missing: the one of the team file. */
  readonly model?: string | undefined;
  /** Name of the environment variable by which the processes of the turn can be found. The executor sets it. */
  readonly marker?: string | undefined;
  /** Whether to keep the agent's own session for a later turn. Default `discard`. */
  readonly session?: 'keep' | 'discard' | undefined;
  /** The agent's own session to continue. */
  readonly resume?: ResumedSession | undefined;
  /** An earlier session of the agent that is no longer needed once this turn has completed. */
  readonly replaces?: ResumedSession | undefined;
  /** Id of the message this turn answers. */
  readonly replyTo: string;
  /** Id of the newest message when the prompt was made. The same for all turns that start together. */
  readonly upTo: string;
  /**
   * The assembled prompt. A string, so that the turn survives `JSON.parse(JSON.stringify(turn))`. UTF-8 chunks only for
   * an executor with `promptFormat: 'chunks'`.
   */
  readonly prompt: string | readonly Uint8Array[];
  /** System text, for agents that take it separately from the prompt. */
  readonly systemFlag?: string | undefined;
}
