/** One section of the prompt. */
export interface ReceiptSection {
  /** The block's name. */
  readonly name: string;
  /** Bytes of UTF-8, including heading and footer, without the separators between sections. */
  readonly bytes: number;
}

/** The context messages that were kept and dropped. The kept ones are always the newest. */
export interface ReceiptContext {
  /** `kept` and `dropped` together. */
  readonly offered: number;
  readonly kept: number;
  readonly dropped: number;
  /** Why messages were dropped. Missing if none was. */
  readonly reason?: 'budget' | undefined;
  /** Id of the oldest message that was kept, if known. */
  readonly firstKeptId?: string | undefined;
  /** How many messages were not offered because the agent has seen or written them. Only with `since`. */
  readonly known?: number | undefined;
  /** How many older messages were not offered: before the window, or before `keepFrom`. Missing if there are none. */
  readonly outside?: number | undefined;
}

/** The current message in the prompt. */
export interface ReceiptMessage {
  /** Its id, if known. */
  readonly id?: string | undefined;
  /** Bytes of its text in the prompt, including indents and escapes. */
  readonly bytes: number;
  /**
   * Bytes that were cut. From its end: including indents and escapes. From its middle: of the message itself, as the
   * prompt says.
   */
  readonly cutBytes: number;
  /** How many of the context messages in the prompt came after it, as the prompt says. Missing if none did. */
  readonly newer?: number | undefined;
}

/** The use of a budget in tokens. */
export interface ReceiptTokens {
  readonly max: number;
  /** The sum over the prompt's pieces: each heading, each message, each other body. */
  readonly used: number;
  /** `id` of the token counter. */
  readonly counter: string;
  /** `false` for an estimate. */
  readonly exact: boolean;
}

/** Why an agent got a full prompt, and not only the new messages. */
export type FullPromptReason =
  /** Its driver keeps no sessions, or its `memory` is `fresh`. */
  | 'no-memory'
  /** It has no session yet. */
  | 'no-session'
  | 'agent-type-changed'
  | 'model-changed'
  | 'permissions-changed'
  | 'cwd-changed'
  | 'instructions-changed'
  /** The machine or the home folder is another one, so the session is not there. */
  | 'machine-changed'
  /** Its last turn did not complete, and its driver cannot fork the session. */
  | 'turn-incomplete'
  /** It has since answered outside of the session: without memory, or with a durable executor. */
  | 'turn-outside'
  /** The agent replaced the history of the session by a summary. */
  | 'compacted'
  /** The session has reached its size limit. */
  | 'session-full'
  /** The budget would drop a new message. */
  | 'delta-dropped'
  /** The newest message it has seen is no longer stored. */
  | 'seen-not-kept'
  /** The team file gives it a `windowSize`. */
  | 'window-size'
  /** Its assembler has no layout. */
  | 'no-layout'
  /** The agent no longer knows the session. */
  | 'session-lost';

/** Whether a prompt relied on the agent's memory. */
export interface ReceiptMemory {
  /** `full`: the whole conversation. `delta`: only what is new, in the agent's existing session. */
  readonly mode: 'full' | 'delta';
  /** Only for `full`. */
  readonly reason?: FullPromptReason | undefined;
  /** Id of the newest message that the agent had seen. Only for `delta`. */
  readonly since?: string | undefined;
  /** Bytes of the full prompt. */
  readonly fullBytes: number;
  /** How many bytes at the start of the prompt are the same as in the agent's previous prompt. */
  readonly sharedPrefixBytes: number;
}

/** What an agent saw and what was left out. Sizes are bytes of UTF-8. */
export interface Receipt {
  readonly maxBytes: number;
  /** Prompt and system flag together, separators included. */
  readonly usedBytes: number;
  readonly remainingBytes: number;
  /** The sections in the prompt, in order. Empty for an assembler without `layout`. */
  readonly sections: readonly ReceiptSection[];
  /** Missing for an assembler without `layout`. */
  readonly context?: ReceiptContext | undefined;
  /** Missing for an assembler without `layout`. */
  readonly message?: ReceiptMessage | undefined;
  /** Missing without a budget in tokens, and for an assembler without `layout`. */
  readonly tokens?: ReceiptTokens | undefined;
  /** Added by `@ctx/team`. */
  readonly memory?: ReceiptMemory | undefined;
}
