import type { AgentType, Usage } from '@ctx/contract';
import type { Part, RequestOptions } from '@ctx/model-context';

/** A piece of a streamed answer. */
export type AnswerPiece =
  /** Text, a thought, or anything else but a call; as the service sent it. */
  | { readonly kind: 'part'; readonly part: Part }
  /** A whole call. `problem` says why its arguments cannot be read, where they cannot. */
  | { readonly kind: 'call'; readonly part: Part; readonly problem?: string | undefined }
  /** Tokens of this request; the last one counts. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  /** The answer is over; `cut` when it ran into the limit of its length. */
  | { readonly kind: 'finish'; readonly cut: boolean }
  /** Anything that is not understood. */
  | { readonly kind: 'raw'; readonly data: unknown };

/** A service that streams answers. One per vendor: it knows the request and the chunks, and nothing of turns. */
export interface ModelService {
  readonly agentType: AgentType;
  /** Sends one request. Throws what the SDK throws, and `AnswerError` for an answer that was refused. */
  send(request: RequestOptions, signal: AbortSignal): AsyncIterable<AnswerPiece>;
}
