import type { ConversationMessage } from './conversation-message.ts';

/** A whole conversation as plain JSON data. */
export interface ContextSnapshot {
  readonly messages: readonly ConversationMessage[];
  readonly teamTask: string | null;
  /** Time of the snapshot, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly version: 1;
}
