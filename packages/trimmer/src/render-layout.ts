import type { ChunkedPrompt, ExplainedPrompt, Layout } from '@ctx/contract';
import { type Budget, requireByteCount, requireTokenBudget } from './budget.ts';
import { type FittedLayout, fitLayout } from './fit-layout.ts';
import { receiptOf } from './receipt-of.ts';
import { SEPARATOR } from './sections.ts';

/** What a prompt may take, and in which form it is wanted. An `AssemblerInput` will do. */
export interface RenderOptions extends Budget {
  /** Default `string`; `chunks` gives UTF-8 that was never one string. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/**
 * The prompt that a layout gives within its budget, and the receipt of what is in it.
 * @throws ContextBudgetError when what may not shrink does not fit.
 * @throws RangeError for a budget that is not a finite number ≥ 0.
 * @throws TypeError for `maxTokens` without `tokenCounter`, and for a layout that cannot be.
 */
export function renderLayout(layout: Layout, options: RenderOptions & { readonly format: 'chunks' }): ChunkedPrompt;
export function renderLayout(
  layout: Layout,
  options: RenderOptions & { readonly format?: 'string' | undefined },
): ExplainedPrompt;
export function renderLayout(layout: Layout, options: RenderOptions): ExplainedPrompt | ChunkedPrompt;
export function renderLayout(layout: Layout, options: RenderOptions): ExplainedPrompt | ChunkedPrompt {
  requireByteCount(options.maxBytes);
  requireTokenBudget(options);
  const fitted = fitLayout(layout, options);
  const systemFlag = fitted.system?.body as string | undefined;
  const receipt = receiptOf(fitted, options);
  return options.format === 'chunks'
    ? { prompt: toChunks(fitted), systemFlag, receipt }
    : { prompt: toText(fitted), systemFlag, receipt };
}

// One list and one join for everything: an empty line between two sections is an empty part between two newlines.
function toText({ sections, system }: FittedLayout): string {
  const parts: string[] = [];
  let isFirst = true;
  for (const section of sections) {
    if (section === system) continue;
    const { block, body } = section;
    if (!isFirst) parts.push('');
    isFirst = false;
    if (block.heading) parts.push(block.heading);
    if (typeof body === 'string') parts.push(body);
    else {
      body.addTo(parts);
      if (block.shrink === 'oldest' && block.lastLine) parts.push(block.lastLine);
    }
    if (block.footer) parts.push(block.footer);
  }
  return parts.join('\n');
}

const encoder = new TextEncoder();

// Messages come as they are, each with its newline; all text between them is encoded in one piece.
function toChunks({ sections, system }: FittedLayout): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let text = '';
  let separator = '';
  for (const section of sections) {
    if (section === system) continue;
    const { block, body } = section;
    text += separator;
    separator = SEPARATOR;
    if (block.heading) text += `${block.heading}\n`;
    if (typeof body === 'string') text += block.footer ? `${body}\n${block.footer}` : body;
    else {
      const below = [block.shrink === 'oldest' ? block.lastLine : '', block.footer].filter(Boolean);
      if (body.count > 0) {
        if (text !== '') chunks.push(encoder.encode(text));
        text = '';
        body.addUtf8To(chunks);
        if (below.length === 0) chunks.push(chunks.pop()!.subarray(0, -1));
      }
      text += below.join('\n');
    }
  }
  if (text !== '') chunks.push(encoder.encode(text));
  return chunks;
}
