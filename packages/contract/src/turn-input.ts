import type { SessionTotals } from './usage.ts';

/** What an agent may do on its own. `full` has to be allowed by the caller as well. */
export type Permissions = 'read-only' | 'edit' | 'full';

/** One turn to run. */
export interface TurnInput {
  /** The assembled prompt, as text or as UTF-8 chunks. */
  readonly prompt: string | readonly Uint8Array[];
  /** System text, for agents that take it apart from the prompt. */
  readonly systemFlag?: string | undefined;
  readonly model?: string | undefined;
  readonly permissions: Permissions;
  /** Continue a native session instead of starting one. */
  readonly resume?: { readonly sessionId: string; readonly totalsBefore?: SessionTotals | undefined } | undefined;
}
