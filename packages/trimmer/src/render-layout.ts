import type { ChunkedPrompt, ExplainedPrompt, Layout, MessagesBlock } from '@ctx/contract';
import { type Budget, requireByteCount, requireTokenBudget } from './budget.ts';
import { encoder } from './byte-length.ts';
import { type FittedLayout, fitLayout } from './fit-layout.ts';
import { receiptOf } from './receipt-of.ts';
import type { KeptLines } from './rendered-lines.ts';

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

/** The prompt in pieces, to be joined by newlines: an empty one is the blank line between two sections. */
function piecesOf({ sections, system }: FittedLayout): (string | KeptLines)[] {
  const pieces: (string | KeptLines)[] = [];
  for (const section of sections) {
    if (section === system) continue;
    const { block, body } = section;
    // Only messages have a last line.
    const { heading, footer, lastLine } = block as MessagesBlock;
    if (pieces.length > 0) pieces.push('');
    if (heading) pieces.push(heading);
    if (typeof body === 'string' || body.count > 0) pieces.push(body);
    if (lastLine) pieces.push(lastLine);
    if (footer) pieces.push(footer);
  }
  return pieces;
}

function toText(fitted: FittedLayout): string {
  const parts: string[] = [];
  for (const piece of piecesOf(fitted)) {
    if (typeof piece === 'string') parts.push(piece);
    else piece.addTo(parts);
  }
  return parts.join('\n');
}

// Messages come as they are, each with its newline; all text between them is encoded in one piece.
function toChunks(fitted: FittedLayout): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let text = '';
  const addText = () => {
    if (text !== '') chunks.push(encoder.encode(text));
    text = '';
  };
  for (const piece of piecesOf(fitted)) {
    if (typeof piece === 'string') text += `${piece}\n`;
    else {
      addText();
      piece.addUtf8To(chunks);
    }
  }
  addText();
  // The last newline separates nothing.
  const last = chunks.pop();
  if (last !== undefined) chunks.push(last.subarray(0, -1));
  return chunks;
}
