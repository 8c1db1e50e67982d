import type { AgentType, Usage } from '@ctx/contract';
import type { Part, RequestOptions } from '@ctx/model-context';

/** A piece of a streamed answer. */
export type AnswerPiece =
  /** Text, a thought or anything else except a call, as the service sent it. */
  | { readonly kind: 'part'; readonly part: Part }
  /** A complete call. `problem` says why its arguments cannot be read, if so. */
  | { readonly kind: 'call'; readonly part: Part; readonly problem?: string | undefined }
  /** Tokens of this request; the last one counts. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  /** The service was busy, and the request is sent again. Comes only before the answer. */
  | { readonly kind: 'retry'; readonly message: string }
  /** The end of the answer. `cut`: it reached the limit of output tokens. */
  | { readonly kind: 'finish'; readonly cut: boolean }
  /** Anything unknown. */
  | { readonly kind: 'raw'; readonly data: unknown };

/** A service that streams answers. There is one per vendor. It knows requests and chunks, but no turns. */
export interface ModelService {
  readonly agentType: AgentType;
  /** Sends one request. Throws what the SDK throws, and `AnswerError` for an answer that was refused. */
  send(request: RequestOptions, signal: AbortSignal): AsyncIterable<AnswerPiece>;
}
