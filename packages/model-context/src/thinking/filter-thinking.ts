import { createThinkingFilter } from './thinking-filter.ts';
import type { ThinkTagOptions } from './thinking-model.ts';

/**
 * The answer without its thinking, trimmed, if the model writes its thinking into the answer (Qwen, QwQ, DeepSeek R1, or
 * with `thinkTags: true`); else the text unchanged. A model thinks once, first: the answer loses the
 * `<think>…</think>` or `<thinking>…</thinking>` blocks at its start, in upper or lower case, an unclosed one up to the
 * end. If there is none, it loses the first closing tag that has no opening one and stands outside code (fences and code
 * spans), with all text before it. All other tags are text.
 */
export function filterThinking(text: string, model: string, options: ThinkTagOptions = {}): string {
  const filter = createThinkingFilter(model, options);
  const shown = filter.push(text);
  const restartsBefore = filter.restarts;
  const rest = filter.end();
  return filter.restarts > restartsBefore ? rest : shown + rest;
}
