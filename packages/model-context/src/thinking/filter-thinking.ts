import { createThinkingFilter } from './thinking-filter.ts';
import type { ThinkTagOptions } from './thinking-model.ts';

/**
 * The answer without its thinking, trimmed, if the model writes its thinking into the answer (Qwen, QwQ, DeepSeek R1, or
 * with `thinkTags: true`); else the text unchanged. It removes every `<think>…</think>` and `<thinking>…</thinking>`, in
 * upper or lower case; an unclosed one up to the end; and a closing tag without an opening one, with all text before it.
 */
export function filterThinking(text: string, model: string, options: ThinkTagOptions = {}): string {
  const filter = createThinkingFilter(model, options);
  // The text goes in with one `push`, so a restart discards the text before it and nothing was shown yet.
  return filter.push(text) + filter.end();
}
