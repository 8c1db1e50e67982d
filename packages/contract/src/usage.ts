/** Tokens of one turn. A number that the agent did not report is missing, never 0. */
export interface Usage {
  /** All input tokens, including those read from or written to a cache. */
  readonly inputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

/** Running totals of a native session, as reported by the agent. The usage of a turn is the difference between two. */
export interface SessionTotals {
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
}
