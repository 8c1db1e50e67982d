import type { AssemblerOutput, ChunkedPrompt, ExplainedPrompt, Layout } from '@ctx/contract';
import { type FittedLayout, fitLayout } from './fit-layout.ts';
import { type KnownOrigin, receiptOf } from './receipt-of.ts';
import type { RenderedMessages } from './rendered-messages.ts';

/**
 * The prompt a layout gives within `maxBytes`.
 * @throws ContextBudgetError when what may not shrink does not fit.
 */
export function renderLayout(layout: Layout, maxBytes: number): AssemblerOutput {
  const fitted = fitLayout(layout, maxBytes);
  return { prompt: toText(fitted), systemFlag: systemFlagOf(fitted) };
}

/**
 * The prompt a layout gives within `maxBytes`, and the receipt of what is in it. Whoever keeps the conversation can say
 * in `origin` what the layout does not know, and give in `rendered` its messages where they are at hand as text.
 * @throws ContextBudgetError when what may not shrink does not fit.
 */
export function explainLayout(
  layout: Layout,
  maxBytes: number,
  origin?: KnownOrigin,
  rendered?: RenderedMessages,
): ExplainedPrompt {
  return explain(toText, layout, maxBytes, origin, rendered);
}

/** The same as `explainLayout`, with the prompt as UTF-8 chunks that were never one string. */
export function explainLayoutInChunks(
  layout: Layout,
  maxBytes: number,
  origin?: KnownOrigin,
  rendered?: RenderedMessages,
): ChunkedPrompt {
  return explain(toChunks, layout, maxBytes, origin, rendered);
}

function explain<P>(
  toPrompt: (fitted: FittedLayout) => P,
  layout: Layout,
  maxBytes: number,
  origin: KnownOrigin = {},
  rendered?: RenderedMessages,
) {
  const fitted = fitLayout(layout, maxBytes, rendered);
  const receipt = receiptOf(fitted, maxBytes, origin);
  return { prompt: toPrompt(fitted), systemFlag: systemFlagOf(fitted), receipt };
}

// One list and one join for everything: an empty line between two sections is an empty part between two newlines.
function toText({ sections, systemFlag }: FittedLayout): string {
  const lists: (readonly string[])[] = [];
  for (const section of sections) {
    if (section === systemFlag) continue;
    const { heading } = section.block;
    if (lists.length > 0) lists.push(['']);
    if (heading) lists.push([heading]);
    lists.push(section.body.lines());
  }
  return ([] as string[]).concat(...lists).join('\n');
}

// Messages come as they are; all text between them is encoded in one piece.
function toChunks({ sections, systemFlag }: FittedLayout): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let text = '';
  let separator = '';
  for (const section of sections) {
    if (section === systemFlag) continue;
    const { block, body } = section;
    text += separator;
    separator = '\n\n';
    if (block.heading) text += `${block.heading}\n`;
    if (block.shrink !== 'oldest') {
      text += body.lines()[0];
      continue;
    }
    if (text !== '') chunks.push(Buffer.from(text));
    for (const chunk of body.chunks()) chunks.push(chunk);
    text = '';
  }
  if (text !== '') chunks.push(Buffer.from(text));
  return chunks;
}

function systemFlagOf({ systemFlag }: FittedLayout): string | undefined {
  return systemFlag?.body.lines()[0];
}
