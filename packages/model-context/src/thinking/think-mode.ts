import { isThinkingModel, type ThinkTagOptions } from './thinking-model.ts';

/** Settings of `withThinkMode`. */
export interface ThinkModeOptions extends ThinkTagOptions {
  /** The text that asks the model not to think. Default `<no_think>`; Qwen 3 servers want `/no_think`. */
  readonly tag?: string | undefined;
}

/**
 * Puts the tag and a blank line before the message, if `think` is false and the model writes its thinking into the
 * answer (Qwen, QwQ, DeepSeek R1, or with `thinkTags: true`). Otherwise, and if the message starts with the tag already,
 * returns the message unchanged.
 */
export function withThinkMode(message: string, model: string, think: boolean, options: ThinkModeOptions = {}): string {
  const tag = options.tag ?? '<no_think>';
  if (think || !isThinkingModel(model, options) || message.startsWith(tag)) return message;
  return `${tag}\n\n${message}`;
}
