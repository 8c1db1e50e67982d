import type { SessionTotals } from './usage.ts';

/** An agent's own session to continue. */
export interface ResumedSession {
  readonly sessionId: string;
  /** `TurnResult.totals` of its last turn. Without them, the usage of the next turn may be unknown. */
  readonly totalsBefore?: SessionTotals | undefined;
  /** `TurnResult.sessionMark` of its last turn. A session with a different mark counts as lost. */
  readonly mark?: string | undefined;
}
