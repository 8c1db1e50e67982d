/** The author of a message. */
export interface Speaker {
  /** Stable id of the member. */
  readonly roleId: string;
  /** Display name. The other members see it as `from` in their prompts. */
  readonly roleName: string;
  readonly type: 'human' | 'ai' | 'system';
  /** Role of the member in the team, such as `Backend engineer`. */
  readonly roleTitle?: string | undefined;
}

/** The addressees of a message. */
export interface MessageRouting {
  /** Display names. */
  readonly resolvedAddressees?: readonly string[] | undefined;
}

/** A message to add. Without an id, the store gives it one. */
export interface NewMessage {
  readonly id?: string | undefined;
  /** The original text. The store never changes it. */
  readonly content: string;
  readonly speaker: Speaker;
  readonly timestamp?: Date | number | string | undefined;
  readonly routing?: MessageRouting | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A stored message. */
export interface ConversationMessage {
  readonly id: string;
  readonly content: string;
  readonly speaker: Speaker;
  readonly timestamp?: Date | number | string | undefined;
  readonly routing?: MessageRouting | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
