import type { FullPromptReason } from './receipt.ts';
import type { SessionTotals } from './usage.ts';

/** The conditions of a native session. If one of them changes, the member gets a new session and a full prompt. */
export interface NativeSessionBasis {
  readonly agentType: string;
  readonly model?: string | undefined;
  readonly permissions: string;
  readonly cwd: string;
  /** Hash of the system text. */
  readonly systemHash: string;
  /** The machine and the folder in which the agent keeps its sessions. */
  readonly machine: string;
  readonly home: string;
}

/** An agent's own session, with all that ctx needs to continue it. */
export interface NativeSession {
  readonly sessionId: string;
  /** Id of the newest message the session has seen. */
  readonly seenUpTo: string;
  readonly totals?: SessionTotals | undefined;
  /** `TurnResult.sessionMark` of its last turn. */
  readonly mark?: string | undefined;
  /** Tokens in the session, reported or estimated. */
  readonly heldTokens?: number | undefined;
  /** Size of the model's context window in tokens, if the agent reported it. */
  readonly contextWindow?: number | undefined;
  /** The team task that was last sent to the session. Missing: none. */
  readonly task?: string | undefined;
  /** Why it must not be resumed. The next turn starts a new session and removes this one. */
  readonly over?: FullPromptReason | undefined;
  readonly basis: NativeSessionBasis;
}
