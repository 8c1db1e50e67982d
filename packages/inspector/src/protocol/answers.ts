import type { PromptSettingsRecord, Receipt, SessionSummary, TrailEntry, WorkTreeChanges } from '@ctx/contract';

/** Answer of `GET /api/sessions`. */
export interface SessionsAnswer {
  readonly sessions: readonly SessionSummary[];
  /** The session that was asked for when the inspector was started. */
  readonly first?: string | undefined;
}

/** Answer of `GET /api/sessions/:session/messages/:message`: a stretch of a message. */
export interface MessageAnswer {
  readonly text: string;
  /** Characters before it. */
  readonly from: number;
  /** Characters of the whole message. */
  readonly length: number;
}

/** One section of a prompt. */
export interface PromptSection {
  readonly name: string;
  readonly bytes: number;
  readonly text: string;
  /** Characters that are not in `text`. */
  readonly cut?: number | undefined;
  /** It goes into the system flag, not into the prompt. */
  readonly isSystem?: boolean | undefined;
}

/** A line of a difference; `skip` stands for lines that are the same, and counts them in `text`; `head` is a heading. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skip' | 'head';
  readonly text: string;
}

/** The difference of two prompts. */
export interface PromptDifference {
  /** The turn whose prompt it is compared with. */
  readonly turn: string;
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  /** Lines that are not shown. */
  readonly cut?: number | undefined;
}

/** What is known of the prompt of a turn. */
export interface PromptAnswer {
  /** Whether it is what was sent, byte for byte. */
  readonly exact: boolean;
  readonly why?: string | undefined;
  readonly sections: readonly PromptSection[];
  readonly receipt: Receipt;
  /** Missing for a member's first prompt, and when the one before cannot be made again. */
  readonly difference?: PromptDifference | undefined;
}

/** Answer of `GET /api/sessions/:session/turns/:turn`. */
export interface TurnAnswer {
  readonly turn: string;
  /** Or why it cannot be made again. */
  readonly prompt: PromptAnswer | { readonly why: string };
  readonly settings?: Omit<PromptSettingsRecord, 'systemInstruction' | 'instructionFileText'> | undefined;
  readonly trail?: readonly TrailEntry[] | undefined;
  readonly changes?: WorkTreeChanges | undefined;
}

/** Something that was said and holds what was searched for. */
export interface SearchHit {
  readonly sessionId: string;
  readonly team?: string | undefined;
  readonly message: string;
  readonly speaker: string;
  readonly at: number;
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Answer of `GET /api/search?q=`. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** There are more than these. */
  readonly more: boolean;
  /** Sessions that were not looked into, because all of them together are too big. */
  readonly skipped: number;
}
