import type { AgentContextOptions, ExplainedPrompt, IContextAssembler } from '@ctx/contract';
import { buildInput, type PromptSource } from './build-input.ts';
import { type ContextWindow, newestFirst, windowLength } from './context-window.ts';
import { explainAssembler } from './explain-assembler.ts';

/**
 * Assembles a prompt without looking at messages that the budget leaves out anyway. The assembler is offered as many of
 * the newest messages as can fit by their length alone. If it drops any of those, older ones would have been dropped
 * before them; if it keeps them all, because it shortens them, it is offered twice as many.
 */
export function assembleNewest(
  source: PromptSource,
  assembler: IContextAssembler,
  options: AgentContextOptions,
  window: ContextWindow,
): ExplainedPrompt {
  const offered = windowLength(window);
  const origin = { offered, messageId: source.log.at(window.current).id, idOf: source.messages.idOf };
  // Without a layout nobody can tell what was dropped.
  let count = assembler.layout === undefined ? offered : likelyToFit(source, window);
  for (;;) {
    const explained = explainAssembler(assembler, buildInput(source, options, window, count), origin);
    const kept = explained.receipt.context?.kept ?? 0;
    if (count >= offered || kept < count) return explained;
    count *= 2;
  }
}

// A code unit takes at least a byte, so this many, and one that is too many, are at least as many as fit.
function likelyToFit({ log, messages, maxBytes }: PromptSource, window: ContextWindow): number {
  let count = 0;
  let units = 0;
  for (const position of newestFirst(window)) {
    count++;
    units += messages.of(log.at(position)).content.length + 1;
    if (units > maxBytes) break;
  }
  return count;
}
