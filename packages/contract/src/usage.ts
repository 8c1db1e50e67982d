/** Tokens of one turn. What the agent did not report is missing, never 0. */
export interface Usage {
  /** All input tokens, those read from or written to a cache included. */
  readonly inputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

/** Running totals of a native session, as the agent reports them; needed to tell the next turn's own share. */
export interface SessionTotals {
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
}
