import type { ResumedSession } from './resumed-session.ts';

/**
 * One turn to be run, as an executor is handed it. Before, it was a call in the queue (`QueueEntry`); what comes of it
 * is a `TurnResult`, and the log has it as `TurnStartRecord` and `TurnEndRecord`.
 *
 * It is plain data: it may cross a process or machine boundary, or wait in a queue. It says who is to
 * speak and what that member is shown, never how the member is started: program, environment, permissions and keys
 * belong to the team file on the executor's side, where secrets are read.
 */
export interface AgentTurn {
  /** Unique within the session: `turn-1`, `turn-2`, … */
  readonly id: string;
  /** The session the turn belongs to. With `id` it makes a key under which a turn is run once. */
  readonly sessionId: string;
  /** Id of the member who is to speak, as in the team file. */
  readonly member: string;
  /** Id of the queue entry this turn answers. */
  readonly call: string;
  /** 1 the first time, one more each time the same turn runs again. Missing means 1. */
  readonly attempt?: number | undefined;
  /** Name of the variable its processes carry. An executor that starts processes sets it, so that they can be found. */
  readonly marker?: string | undefined;
  /** Whether the agent's own session is to be kept for a later turn. Missing: it is not. */
  readonly session?: 'keep' | 'discard' | undefined;
  /** The agent's own session to continue. */
  readonly resume?: ResumedSession | undefined;
  /** An earlier session of the agent that nobody will resume once this turn has completed. */
  readonly replaces?: ResumedSession | undefined;
  /** Id of the message this turn answers. */
  readonly replyTo: string;
  /** Id of the newest message that was known when the prompt was made; the same for all turns started together. */
  readonly upTo: string;
  /**
   * The assembled prompt. Text, so that the turn survives `JSON.parse(JSON.stringify(turn))`; UTF-8 chunks only for an
   * executor whose `promptFormat` asks for them.
   */
  readonly prompt: string | readonly Uint8Array[];
  /** System text, for agents that take it apart from the prompt. */
  readonly systemFlag?: string | undefined;
}
