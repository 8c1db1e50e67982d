import type { ResumedSession } from './resumed-session.ts';

/** What an agent can be held to. `full` has to be allowed by the caller as well. */
export type EnforcedPermissions = 'read-only' | 'edit' | 'full';

/**
 * What an agent may do on its own. `unrestricted` is a program that nothing here can hold to less: it is said, never
 * asked for.
 */
export type Permissions = EnforcedPermissions | 'unrestricted';

/** One turn to run. */
export interface TurnInput {
  /** The assembled prompt, as text or as UTF-8 chunks. */
  readonly prompt: string | readonly Uint8Array[];
  /** System text, for agents that take it apart from the prompt. */
  readonly systemFlag?: string | undefined;
  readonly model?: string | undefined;
  readonly permissions: Permissions;
  /** Whether the agent's session is kept for a later turn. `discard`, the default, leaves nothing of it behind. */
  readonly session?: 'keep' | 'discard' | undefined;
  /** Continue a native session instead of starting one. */
  readonly resume?: ResumedSession | undefined;
  /**
   * An earlier session that nobody will resume once this turn has completed: it is removed then, unless it has another
   * mark by now, because somebody else has gone on in it.
   */
  readonly replaces?: ResumedSession | undefined;
}
