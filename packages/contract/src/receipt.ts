/** What became of one section of the layout. */
export interface ReceiptSection {
  /** The block's name. */
  readonly name: string;
  /** Bytes of UTF-8 it takes in the output, heading and footer included, separators between sections not. */
  readonly bytes: number;
}

/** What happened to the conversation. The kept messages are always the newest ones, so counts tell the whole story. */
export interface ReceiptContext {
  readonly offered: number;
  readonly kept: number;
  readonly dropped: number;
  /** Why messages were dropped; missing when none was. */
  readonly reason?: 'budget' | undefined;
  /** Id of the oldest message that was kept, where the conversation store knows it. */
  readonly firstKeptId?: string | undefined;
  /** How many messages were not offered, because the agent has seen or said them. Only of a prompt with `since`. */
  readonly known?: number | undefined;
  /** How many older messages were not offered: outside the window, or before `keepFrom`. Missing when there is none. */
  readonly outside?: number | undefined;
}

/** What happened to the current message. */
export interface ReceiptMessage {
  /** Its id, where the conversation store knows it. */
  readonly id?: string | undefined;
  /** Bytes of its text that are in the prompt, as they are written there. */
  readonly bytes: number;
  /** Bytes of its text that were cut from the end, as they would have been written. */
  readonly cutBytes: number;
}

/** What a prompt takes of a budget in tokens. */
export interface ReceiptTokens {
  readonly max: number;
  /** The sum over the prompt's pieces: each heading, each message, each other body. */
  readonly used: number;
  /** `id` of the counter. */
  readonly counter: string;
  /** `false` for an estimate. */
  readonly exact: boolean;
}

/** Why an agent was sent everything, where it could have been sent only what is new. */
export type FullPromptReason =
  /** Its driver keeps no sessions, or its `memory` is `fresh`. */
  | 'no-memory'
  /** There is no session yet. */
  | 'no-session'
  | 'agent-type-changed'
  | 'model-changed'
  | 'permissions-changed'
  | 'cwd-changed'
  | 'instructions-changed'
  /** Another machine or another home: the session is elsewhere. */
  | 'machine-changed'
  /** Its last turn did not complete, and its driver cannot fork the session. */
  | 'turn-incomplete'
  /** It has answered outside of the session since: without memory, or with an executor that is durable. */
  | 'turn-outside'
  /** The agent shortened the session by itself. */
  | 'compacted'
  /** The session holds as much as it may. */
  | 'session-full'
  /** The budget would drop a message of what is new. */
  | 'delta-dropped'
  /** The message it has seen up to is no longer kept. */
  | 'seen-not-kept'
  /** Its `windowSize` is given. */
  | 'window-size'
  /** Its assembler has no layout. */
  | 'no-layout'
  /** The agent does not know the session any more. */
  | 'session-lost';

/** What an agent was counted on to remember. */
export interface ReceiptMemory {
  /** `delta`: only what it has not seen, into the session it has. */
  readonly mode: 'full' | 'delta';
  /** Only of `full`. */
  readonly reason?: FullPromptReason | undefined;
  /** Id of the message it has seen up to; only of `delta`. */
  readonly since?: string | undefined;
  /** Bytes that everything would have taken. */
  readonly fullBytes: number;
  /** Bytes from its beginning that are the same as in the prompt before. */
  readonly sharedPrefixBytes: number;
}

/** Proof of what an agent saw: sizes in bytes of UTF-8, and what was left out. */
export interface Receipt {
  readonly maxBytes: number;
  /** Prompt and system flag together, separators included. */
  readonly usedBytes: number;
  readonly remainingBytes: number;
  /** In the order of the layout, those left out excluded. Empty for an assembler without `layout`. */
  readonly sections: readonly ReceiptSection[];
  /** Missing for an assembler without `layout`: nobody but the assembler knows. */
  readonly context?: ReceiptContext | undefined;
  /** Missing for an assembler without `layout`. */
  readonly message?: ReceiptMessage | undefined;
  /** Missing without a budget in tokens, and for an assembler without `layout`. */
  readonly tokens?: ReceiptTokens | undefined;
  /** Filled in by whoever keeps agents' sessions. */
  readonly memory?: ReceiptMemory | undefined;
}
