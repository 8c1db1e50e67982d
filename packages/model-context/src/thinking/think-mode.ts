import { isThinkingModel, type ThinkTagOptions } from './thinking-model.ts';

/** Settings of `withThinkMode`. */
export interface ThinkModeOptions extends ThinkTagOptions {
  /** Default `<no_think>`; Qwen 3 servers want `/no_think`. */
  readonly tag?: string | undefined;
}

/**
 * The message with the request not to think before it, where `think` is false and the model is one that thinks in its
 * text (Qwen, QwQ, DeepSeek R1); else the message as it is. A message that begins with the tag is left alone.
 */
export function withThinkMode(message: string, model: string, think: boolean, options: ThinkModeOptions = {}): string {
  const tag = options.tag ?? '<no_think>';
  if (think || !isThinkingModel(model, options) || message.startsWith(tag)) return message;
  return `${tag}\n\n${message}`;
}
