/** What became of one section of the layout. */
export interface ReceiptSection {
  /** The block's name. */
  readonly name: string;
  /** Bytes of UTF-8 it takes in the output, heading included, separators between sections not. */
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
}

/** What happened to the current message. */
export interface ReceiptMessage {
  /** Its id, where the conversation store knows it. */
  readonly id?: string | undefined;
  /** Bytes of its text that are in the prompt. */
  readonly bytes: number;
  /** Bytes of its text that were cut from the end. */
  readonly cutBytes: number;
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
}
