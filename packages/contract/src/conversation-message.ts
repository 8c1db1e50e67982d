/** Who said something. */
export interface Speaker {
  /** Stable id of the member. */
  readonly roleId: string;
  /** Name shown to the other members; this is the `from` of their prompts. */
  readonly roleName: string;
  readonly type: 'human' | 'ai' | 'system';
  /** What the member is in the team, such as `Backend engineer`. */
  readonly roleTitle?: string | undefined;
}

/** Whom a message was found to be addressed to. */
export interface MessageRouting {
  readonly resolvedAddressees?: readonly string[] | undefined;
}

/** A message to be added. Without an id the store gives it one. */
export interface NewMessage {
  readonly id?: string | undefined;
  /** The text as it was said; the store never alters it. */
  readonly content: string;
  readonly speaker: Speaker;
  readonly timestamp?: Date | number | string | undefined;
  readonly routing?: MessageRouting | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A message of the conversation, as stored. */
export interface ConversationMessage {
  readonly id: string;
  readonly content: string;
  readonly speaker: Speaker;
  readonly timestamp?: Date | number | string | undefined;
  readonly routing?: MessageRouting | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
