import type { CtxErrorCode } from './ctx-error.ts';
import type { SessionTotals, Usage } from './usage.ts';
import type { WorkTreeChanges } from './work-tree-changes.ts';

/** Why a turn did not complete. Plain data, so that it can cross process boundaries and be logged. */
export interface AgentFailure {
  readonly code: CtxErrorCode;
  /** One line that says what happened and what to do. Secrets are redacted. */
  readonly message: string;
  /** For `CTX_AGENT_RATE_LIMIT`, if the agent reported it. */
  readonly retryAfterMs?: number | undefined;
  /** The end of the process's stderr output. Secrets are redacted. */
  readonly stderr?: string | undefined;
}

/** The result of a turn. */
export interface TurnResult {
  /** `unknown`: the turn started, but its outcome is not known (`CTX_TURN_LOST`). */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'timed-out' | 'unknown';
  /** The final answer. If the turn did not complete: the partial answer or `''`, never the agent's error message. */
  readonly text: string;
  /** Tokens of this turn only. */
  readonly usage?: Usage | undefined;
  /**
   * Totals of the native session so far. Pass them to the next turn as `resume.totalsBefore`. Missing after a turn that
   * was cancelled or timed out, because the totals are then not known.
   */
  readonly totals?: SessionTotals | undefined;
  /** Cost of this turn only. Missing: unknown. */
  readonly costUsd?: number | undefined;
  /** Tokens in the agent's context at its last request, input and output together. */
  readonly contextTokens?: number | undefined;
  /** Size of the model's context window in tokens, if the agent reported it. */
  readonly contextWindow?: number | undefined;
  /** Changes in the work tree, on the machine where the turn ran. */
  readonly changes?: WorkTreeChanges | undefined;
  /** Id of the native session, to resume it. */
  readonly sessionId?: string | undefined;
  /**
   * A short text that identifies the state of the session after the turn. Pass it to the next turn as `resume.mark`.
   */
  readonly sessionMark?: string | undefined;
  readonly error?: AgentFailure | undefined;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}
