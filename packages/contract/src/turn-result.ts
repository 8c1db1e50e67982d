import type { CtxErrorCode } from './ctx-error.ts';
import type { SessionTotals, Usage } from './usage.ts';
import type { WorkTreeChanges } from './work-tree-changes.ts';

/** Why a turn did not complete. Plain data, so that it can cross a process boundary or go into a log. */
export interface AgentFailure {
  readonly code: CtxErrorCode;
  /** One line that says what happened and what to do; secrets are taken out. */
  readonly message: string;
  /** For `CTX_AGENT_RATE_LIMIT`, where the agent said it. */
  readonly retryAfterMs?: number | undefined;
  /** The end of what the process wrote to stderr; secrets are taken out. */
  readonly stderr?: string | undefined;
}

/** How a turn ended. */
export interface TurnResult {
  /** `unknown`: the turn ran, and nobody knows how it ended (`CTX_TURN_LOST`). */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'timed-out' | 'unknown';
  /** The final answer. Of a turn that did not complete: the partial answer or `''`, never the agent's error words. */
  readonly text: string;
  /** Of this turn alone. */
  readonly usage?: Usage | undefined;
  /**
   * Of the native session up to now; hand it back as `resume.totalsBefore`. A turn that was cancelled or timed out has
   * none: then nothing is known about the session's totals any more.
   */
  readonly totals?: SessionTotals | undefined;
  readonly costUsd?: number | undefined;
  /** Tokens the agent's context held at its last request, input and output together. */
  readonly contextTokens?: number | undefined;
  /** Tokens the model's context can hold, where the agent says it. */
  readonly contextWindow?: number | undefined;
  /** What became different in the work tree, from the machine where the turn ran. */
  readonly changes?: WorkTreeChanges | undefined;
  /** Native session to resume. */
  readonly sessionId?: string | undefined;
  /** What the session was when the turn ended, as a short text; hand it back as `resume.mark`. */
  readonly sessionMark?: string | undefined;
  readonly error?: AgentFailure | undefined;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}
