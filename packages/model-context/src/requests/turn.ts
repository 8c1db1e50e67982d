import type { Part } from '../content.ts';

/** A tool call with its result, both under one id. */
export interface PairedCall {
  /** The part that holds the call. */
  readonly part: Part;
  /** Unique in the request. */
  readonly id: string;
  /** False when the id was made up because neither call nor result had one. */
  readonly idIsGiven: boolean;
  /** Never empty. */
  readonly name: string;
  readonly args: Record<string, unknown>;
  /** The part that holds the result; missing when there is none. */
  readonly resultPart: Part | undefined;
  readonly response: Record<string, unknown>;
  /** Images and files that came beside the response. */
  readonly media: readonly Part[];
}

/** A message without tool calls. */
export interface MessageTurn {
  readonly kind: 'message';
  readonly role: 'user' | 'model';
  parts: Part[];
}

/** What the model said and called in one go, with all results. */
export interface CallsTurn {
  readonly kind: 'calls';
  /** The model's parts in order, calls included. */
  readonly parts: Part[];
  /** What the model thought before it called, where that is known; empty where it is not. */
  reasoning: string;
  /** The calls among `parts`, in order. */
  readonly calls: PairedCall[];
  /** What the user said together with the results. */
  after: Part[];
}

/**
 * A conversation in the one form every service takes: calls and their results side by side, nothing empty, a user's
 * word first. All four request forms are rendered from a list of these.
 */
export type Turn = MessageTurn | CallsTurn;
