import type { FullPromptReason } from './receipt.ts';
import type { SessionTotals } from './usage.ts';

/** What a native session stands on. When any of it changes, the member is sent everything anew. */
export interface NativeSessionBasis {
  readonly agentType: string;
  readonly model?: string | undefined;
  readonly permissions: string;
  readonly cwd: string;
  /** Hash of the system text. */
  readonly systemHash: string;
  /** Machine and home folder, where the agent keeps its sessions. */
  readonly machine: string;
  readonly home: string;
}

/** An agent's own session, as far as ctx has to know it to continue it. */
export interface NativeSession {
  readonly sessionId: string;
  /** Id of the newest message the session has seen. */
  readonly seenUpTo: string;
  readonly totals?: SessionTotals | undefined;
  /** `TurnResult.sessionMark` of its last turn. */
  readonly mark?: string | undefined;
  /** Tokens it holds, reported or estimated. */
  readonly heldTokens?: number | undefined;
  /** Tokens the model's context can hold, where the agent said it. */
  readonly contextWindow?: number | undefined;
  /** The team task it was told, as it was then; missing for none. */
  readonly task?: string | undefined;
  /** It is not to be resumed: the next turn starts a new one and removes this one. */
  readonly over?: FullPromptReason | undefined;
  readonly basis: NativeSessionBasis;
}
