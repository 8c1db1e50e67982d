import { type Content, withoutHoles } from '../content.ts';
import type { ChatHistory } from '../history/chat-history.ts';
import type { ToolDefinition } from '../tools/tool-definition.ts';

/** What a request is made of. Exactly one of `history` and `contents` is given. */
export interface RequestOptions {
  /** Name of the model, as the service knows it. */
  readonly model: string;
  /** The conversation; its curated view is sent. */
  readonly history?: ChatHistory | undefined;
  /** The conversation as a list, for example what `ChatHistory.requestContents(message)` returned. */
  readonly contents?: readonly Content[] | undefined;
  /** Who the model is and how it should behave. Blank means none. */
  readonly systemInstruction?: string | undefined;
  /** What the model may call. */
  readonly tools?: readonly ToolDefinition[] | undefined;
  /** Explain the tools in words instead, for models without native tool calling. Default false. */
  readonly textTools?: boolean | undefined;
  /** `false` asks a model that thinks in its text (Qwen, QwQ, DeepSeek R1) not to think. Others are left alone. */
  readonly think?: boolean | undefined;
  /** How that is asked for. Default `<no_think>`; Qwen 3 servers want `/no_think`. */
  readonly noThinkTag?: string | undefined;
  /** True for a model that thinks in its text although its name does not say so. */
  readonly thinkTags?: boolean | undefined;
  /**
   * Whether the thoughts before a native call go back to an OpenAI-compatible service as `reasoning_content`: a service
   * that streams the field may demand it. Default: true but for models of OpenAI and Mistral, which refuse it. DeepSeek
   * demands it and gets it in any case.
   */
  readonly reasoningContent?: boolean | undefined;
}

/**
 * The contents of a request.
 * @throws TypeError unless exactly one of `history` and `contents` is given.
 */
export function contentsOf(options: RequestOptions): readonly Content[] {
  if ((options.history === undefined) === (options.contents === undefined)) {
    throw new TypeError('Give either history or contents.');
  }
  return options.history?.requestContents(undefined, { thoughts: true }) ?? (options.contents ?? []).map(withoutHoles);
}
