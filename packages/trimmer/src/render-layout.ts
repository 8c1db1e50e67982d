import type { ChunkedPrompt, ExplainedPrompt, Layout, MessagesBlock } from '@ctx/contract';
import { type Budget, requireByteCount, requireTokenBudget } from './budget.ts';
import { encoder } from './byte-length.ts';
import { type FittedLayout, fitLayout } from './fit-layout.ts';
import { receiptOf } from './receipt-of.ts';
import type { KeptLines } from './rendered-lines.ts';

/** The budget of a prompt, and its form. An `AssemblerInput` fits this type. */
export interface RenderOptions extends Budget {
  /** `chunks` gives the prompt as UTF-8 without building one string. Default `string`. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/**
 * Fits a layout into its budget and renders it, with a receipt of what is in the prompt.
 * @throws ContextBudgetError if the blocks that never shrink and one character of the current message do not fit.
 * @throws RangeError for a budget that is not a finite number ≥ 0.
 * @throws TypeError for `maxTokens` without `tokenCounter`, for a token counter that does not return a number ≥ 0, and
 * for a layout that has two blocks that shrink the same way, or whose `systemBlock` names none that never shrinks.
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

/** The pieces of the prompt, to be joined by newlines. An empty piece makes the blank line between two sections. */
function piecesOf({ sections, system }: FittedLayout): (string | KeptLines)[] {
  const pieces: (string | KeptLines)[] = [];
  for (const section of sections) {
    if (section === system) continue;
    const { block, body } = section;
    // Only a block of messages has a `lastLine`.
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

// The chunks of messages come from the cache, each line with its newline. All other text is encoded here.
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
  // Each piece was followed by a newline. The last one does not belong to the prompt.
  const last = chunks.pop();
  if (last !== undefined) chunks.push(last.subarray(0, -1));
  return chunks;
}
