import type { PromptSettingsRecord, Receipt, SessionSummary, TrailEntry, WorkTreeChanges } from '@ctx/contract';

/** Answer of `GET /api/sessions`. */
export interface SessionsAnswer {
  readonly sessions: readonly SessionSummary[];
  /** The session to show first. */
  readonly first?: string | undefined;
}

/** Answer of `GET /api/sessions/:session/messages/:message?from=`: an excerpt of a message. */
export interface MessageAnswer {
  readonly text: string;
  /** How many characters of the message come before `text`. */
  readonly from: number;
  /** How many characters the whole message has. */
  readonly length: number;
}

/** One section of a prompt. */
export interface PromptSection {
  readonly name: string;
  readonly bytes: number;
  readonly text: string;
  /** How many characters of the section are not in `text`. */
  readonly cut?: number | undefined;
  /** True if the section is sent in the system flag, not in the prompt. */
  readonly isSystem?: boolean | undefined;
}

/** A line of a difference. `skip` stands for unchanged lines; its `text` is their number. `head` is a heading. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skip' | 'head';
  readonly text: string;
}

/** The difference between two prompts of a member. */
export interface PromptDifference {
  /** The earlier turn. */
  readonly turn: string;
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  /** How many lines are left out at the end of `lines`. */
  readonly cut?: number | undefined;
}

/** The rebuilt prompt of a turn. */
export interface PromptAnswer {
  /** Whether it is byte for byte what was sent. */
  readonly exact: boolean;
  /** Why it is not exact. */
  readonly why?: string | undefined;
  readonly sections: readonly PromptSection[];
  readonly receipt: Receipt;
  /** Missing for a member's first prompt, and if the earlier prompt cannot be rebuilt. */
  readonly difference?: PromptDifference | undefined;
}

/** Answer of `GET /api/sessions/:session/turns/:turn`. */
export interface TurnAnswer {
  readonly turn: string;
  /** The prompt, or why it cannot be rebuilt. */
  readonly prompt: PromptAnswer | { readonly why: string };
  readonly settings?: Omit<PromptSettingsRecord, 'systemInstruction' | 'instructionFileText'> | undefined;
  readonly trail?: readonly TrailEntry[] | undefined;
  readonly changes?: WorkTreeChanges | undefined;
}

/** A message that contains the text searched for. */
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
  /** True if there are more hits than these. */
  readonly more: boolean;
  /** How many older sessions were not searched, because all sessions together are too big. */
  readonly skipped: number;
}
