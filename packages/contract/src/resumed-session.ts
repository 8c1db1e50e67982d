import type { SessionTotals } from './usage.ts';

/** An agent's own session to continue. */
export interface ResumedSession {
  readonly sessionId: string;
  /** `TurnResult.totals` of the last turn in it. Without them the turn's own share may stay unknown. */
  readonly totalsBefore?: SessionTotals | undefined;
  /** `TurnResult.sessionMark` of the last turn in it. A session that has another one by now counts as lost. */
  readonly mark?: string | undefined;
}
