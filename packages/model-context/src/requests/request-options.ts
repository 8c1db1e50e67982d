import { type Content, withObjectParts } from '../content.ts';
import type { ChatHistory } from '../history/chat-history.ts';
import type { ToolDefinition } from '../tools/tool-definition.ts';

/** The parts of a request. Give exactly one of `history` and `contents`. */
export interface RequestOptions {
  /** Name of the model, as the service knows it. */
  readonly model: string;
  /** The conversation; its curated view is sent. */
  readonly history?: ChatHistory | undefined;
  /** The conversation as a list, for example the result of `ChatHistory.requestContents(message)`. */
  readonly contents?: readonly Content[] | undefined;
  /** Who the model is and how it should behave. Blank means none. */
  readonly systemInstruction?: string | undefined;
  /** The tools the model may call. */
  readonly tools?: readonly ToolDefinition[] | undefined;
  /** Explain the tools in the prompt, for models without native tool calling. Default false. */
  readonly textTools?: boolean | undefined;
  /** `false` asks a model that writes its thinking into the answer (Qwen, QwQ, DeepSeek R1) not to think. */
  readonly think?: boolean | undefined;
  /** The tag that asks it not to think. Default `<no_think>`; Qwen 3 servers want `/no_think`. */
  readonly noThinkTag?: string | undefined;
  /** True for a model that writes its thinking into the answer but has a name this package does not know. */
  readonly thinkTags?: boolean | undefined;
  /**
   * Whether the thoughts before a native call go back to an OpenAI-compatible service as `reasoning_content`. A service
   * that streams the field may require it back. Default: true, except for OpenAI's and Mistral's models, which refuse
   * it. DeepSeek always gets it, because it requires it.
   */
  readonly reasoningContent?: boolean | undefined;
}

/**
 * The contents of a request.
 * @throws TypeError unless exactly one of `history` and `contents` is given.
 */
export function contentsOf(options: RequestOptions): readonly Content[] {
  const { history, contents } = options;
  if ((history === undefined) === (contents === undefined)) {
    throw new TypeError('Give exactly one of history and contents');
  }
  return history?.requestContents(undefined, { thoughts: true }) ?? contents!.map(withObjectParts);
}
