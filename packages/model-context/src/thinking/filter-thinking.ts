import { createThinkingFilter } from './thinking-filter.ts';
import { isThinkingModel, type ThinkTagOptions } from './thinking-model.ts';

/**
 * The answer without its thinking, trimmed, where the model is one that thinks in its text (Qwen, QwQ, DeepSeek R1, or
 * with `thinkTags: true`); else the text as it is. Taken out are `<think>…</think>` and `<thinking>…</thinking>` in any
 * case, however many; an unclosed one to the end; and a closing tag without its opening one, together with all that
 * comes before it.
 */
export function filterThinking(text: string, model: string, options: ThinkTagOptions = {}): string {
  if (!isThinkingModel(model, options)) return text;
  const filter = createThinkingFilter(model, options);
  // Pushed whole, a restart discards what this one call would have shown.
  return filter.push(text) + filter.end();
}
