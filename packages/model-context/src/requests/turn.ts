import type { Part } from '../content.ts';

/** A tool call with its result, both under one id. */
export interface PairedCall {
  /** The part that holds the call. */
  readonly part: Part;
  /** Unique in the request. */
  readonly id: string;
  /** False if the id was generated because neither the call nor its result had one. */
  readonly idIsGiven: boolean;
  /** Never empty. */
  readonly name: string;
  readonly args: Record<string, unknown>;
  /** The part that holds the result; `undefined` if there is none. */
  readonly resultPart: Part | undefined;
  readonly response: Record<string, unknown>;
  /** Images and files that came beside the response. */
  readonly media: readonly Part[];
}

/** A message without tool calls. */
export interface MessageTurn {
  readonly kind: 'message';
  readonly role: 'user' | 'model';
  readonly parts: Part[];
}

/** One answer of the model that calls tools, with all results. */
export interface CallsTurn {
  readonly kind: 'calls';
  /** The model's parts in order, calls included. */
  readonly parts: Part[];
  /** The model's thoughts before its calls; empty if they are not known. */
  reasoning: string;
  /** The calls among `parts`, in order. */
  readonly calls: PairedCall[];
  /** Other user parts that came together with the results. */
  after: Part[];
}

/**
 * One step of a conversation, in a form that suits every service: each call is next to its result, and nothing is empty.
 * All four request forms are rendered from a list of turns.
 */
export type Turn = MessageTurn | CallsTurn;
