import type { AssemblerOutput, ExplainedPrompt, Layout } from '@ctx/contract';
import { type FittedLayout, fitLayout } from './fit-layout.ts';
import { type KnownOrigin, receiptOf } from './receipt-of.ts';

/**
 * The prompt a layout gives within `maxBytes`.
 * @throws ContextBudgetError when what may not shrink does not fit.
 */
export function renderLayout(layout: Layout, maxBytes: number): AssemblerOutput {
  return render(fitLayout(layout, maxBytes));
}

/**
 * The prompt a layout gives within `maxBytes`, and the receipt of what is in it. Whoever keeps the conversation can say
 * in `origin` what the layout does not know: ids, and how many messages there were to begin with.
 * @throws ContextBudgetError when what may not shrink does not fit.
 */
export function explainLayout(layout: Layout, maxBytes: number, origin: KnownOrigin = {}): ExplainedPrompt {
  const fitted = fitLayout(layout, maxBytes);
  return { ...render(fitted), receipt: receiptOf(layout, fitted, maxBytes, origin) };
}

// One join for everything: an empty line between two sections is an empty part between two newlines.
function render(fitted: FittedLayout): { prompt: string; systemFlag: string | undefined } {
  const parts: string[] = [];
  for (const { block, lines } of fitted.sections) {
    if (parts.length > 0) parts.push('');
    if (block.heading) parts.push(block.heading);
    for (const line of lines) parts.push(line);
  }
  return { prompt: parts.join('\n'), systemFlag: fitted.systemFlag?.lines[0] };
}
