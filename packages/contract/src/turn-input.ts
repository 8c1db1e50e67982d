import type { ResumedSession } from './resumed-session.ts';

/** Permissions that can be enforced. `full` must also be allowed by the caller. */
export type EnforcedPermissions = 'read-only' | 'edit' | 'full';

/**
 * What an agent may do without asking. `unrestricted` describes a program whose permissions cannot be enforced. It is
 * shown, but cannot be requested.
 */
export type Permissions = EnforcedPermissions | 'unrestricted';

/** The input of one turn. */
export interface TurnInput {
  /** The assembled prompt, as text or as UTF-8 chunks. */
  readonly prompt: string | readonly Uint8Array[];
  /** System text, for agents that take it separately from the prompt. */
  readonly systemFlag?: string | undefined;
  readonly model?: string | undefined;
  readonly permissions: Permissions;
  /** Whether to keep the agent's session for a later turn. `discard`, the default, leaves nothing behind. */
  readonly session?: 'keep' | 'discard' | undefined;
  /** The native session to continue. Missing: starts a new one. */
  readonly resume?: ResumedSession | undefined;
  /**
   * An earlier session that is no longer needed once this turn has completed. It is removed then, unless its mark has
   * changed, because then another process has continued it.
   */
  readonly replaces?: ResumedSession | undefined;
}
