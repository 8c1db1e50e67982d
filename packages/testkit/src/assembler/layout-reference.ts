import type {
  AssemblerInput,
  AssemblerOutput,
  Block,
  CuttableBlock,
  Layout,
  MessagesBlock,
  Receipt,
} from '@ctx/contract';
import { outputBytes, utf8Bytes } from '../byte-size.ts';
import { tokensOfPieces } from './layout-tokens.ts';
import { linesOf } from './line-ends.ts';

/** A layout fitted to a budget: the expected output and receipt. */
export type FittedLayout =
  | { readonly kind: 'output'; readonly output: AssemblerOutput; readonly receipt: Receipt }
  | { readonly kind: 'refused' };

/** The budgets of an input. */
export type Limits = Pick<AssemblerInput, 'maxBytes' | 'maxTokens' | 'tokenCounter'>;

/** How much remains of the blocks that may shrink. */
interface Rest {
  /** Number of context messages. */
  readonly kept: number;
  /** Whether the last line of the context is kept. */
  readonly lastLine: boolean;
  /** The remaining text of the current message, escaped or indented. */
  readonly written: string;
}

/** A rendered block in its pieces: heading, lines or body, footer. Without pieces, the block is left out. */
export interface RenderedBlock {
  readonly block: Block;
  readonly isSystem: boolean;
  readonly pieces: readonly string[];
}

/**
 * Fits a layout exactly as the contract says, without regard to speed: it drops one message or one character at a time
 * and renders again. It shares no code with `@ctx/trimmer`, so that each can be checked against the other.
 */
export function fitLayout(layout: Layout, limits: Limits): FittedLayout {
  const block = messagesOf(layout);
  const lines = block?.messages.map((message) => block.line(message)) ?? [];
  for (const rest of rests(layout)) {
    const rendered = renderRest(layout, lines, rest);
    const output = joined(rendered);
    if (outputBytes(output) > limits.maxBytes) continue;
    if (limits.maxTokens !== undefined && usedTokens(rendered, limits) > limits.maxTokens) continue;
    return { kind: 'output', output, receipt: receiptOf(layout, limits, rest, rendered) };
  }
  return { kind: 'refused' };
}

/** All ways to shrink a layout, the largest remainder first. */
function* rests(layout: Layout): Generator<Rest> {
  const messages = messagesOf(layout);
  const cuttable = cuttableOf(layout);
  const whole = cuttable === undefined ? '' : writtenWhole(cuttable);
  for (let kept = messages?.messages.length ?? 0; kept >= 0; kept--) yield { kept, lastLine: true, written: whole };
  yield { kept: 0, lastLine: false, written: whole };
  for (const written of cuttable === undefined ? [] : shorter(cuttable)) yield { kept: 0, lastLine: false, written };
}

/** The shortened forms of the message, the longest first, with at least one character. */
function* shorter(block: CuttableBlock): Generator<string> {
  const characters = [...(block.escape === undefined ? indentedBy(block.text, block.indent) : block.text)];
  for (let length = characters.length - 1; length >= 1; length--) {
    const prefix = characters.slice(0, length).join('');
    yield block.escape === undefined ? prefix : block.escape(prefix);
  }
}

function writtenWhole(block: CuttableBlock): string {
  if (block.text === '') return '';
  return block.escape === undefined ? indentedBy(block.text, block.indent) : block.escape(block.text);
}

function indentedBy(text: string, indent = ''): string {
  return linesOf(text)
    .map((line, at) => (at === 0 ? '' : indent) + line.text + line.end)
    .join('');
}

function renderRest(layout: Layout, lines: readonly string[], rest: Rest): RenderedBlock[] {
  return layout.blocks
    .map((block) => {
      const isSystem = block.name === layout.systemBlock;
      const body = bodyOf(block, lines, rest);
      const framed = [block.heading, ...body, block.footer].filter((piece) => piece !== undefined && piece !== '');
      return { block, isSystem, pieces: body.length === 0 || isSystem ? body : (framed as string[]) };
    })
    .filter(({ pieces }) => pieces.length > 0);
}

function bodyOf(block: Block, lines: readonly string[], { kept, lastLine, written }: Rest): string[] {
  if (block.shrink === 'oldest') {
    const newer = Math.min(block.newer ?? 0, kept);
    const order = newer === 0 ? [] : [block.line({ from: 'ctx', to: 'all', content: orderText(newer) })];
    return [...lines.slice(lines.length - kept), ...order, ...(lastLine && block.lastLine ? [block.lastLine] : [])];
  }
  if (block.text === '') return [];
  return [block.shrink === 'end' ? `${block.before ?? ''}${written}${block.after ?? ''}` : block.text];
}

/** What a prompt says about the newest messages in it that came after the current one. */
export function orderText(newer: number): string {
  return `The last ${newer === 1 ? 'message' : `${newer} messages`} above came after the message below.`;
}

function joined(rendered: readonly RenderedBlock[]): AssemblerOutput {
  const text = ({ pieces }: RenderedBlock) => pieces.join('\n');
  const system = rendered.find(({ isSystem }) => isSystem);
  return {
    prompt: rendered
      .filter((one) => one !== system)
      .map(text)
      .join('\n\n'),
    systemFlag: system && text(system),
  };
}

function usedTokens(rendered: readonly RenderedBlock[], { maxTokens, tokenCounter }: Limits): number {
  return maxTokens === undefined || tokenCounter === undefined ? 0 : tokensOfPieces(rendered, tokenCounter);
}

function receiptOf(layout: Layout, limits: Limits, rest: Rest, rendered: readonly RenderedBlock[]): Receipt {
  const { maxBytes, maxTokens, tokenCounter } = limits;
  const cuttable = cuttableOf(layout);
  const offered = messagesOf(layout)?.messages.length ?? 0;
  const usedBytes = outputBytes(joined(rendered));
  const dropped = offered - rest.kept;
  const bytes = utf8Bytes(rest.written);
  return {
    maxBytes,
    usedBytes,
    remainingBytes: maxBytes - usedBytes,
    sections: rendered.map(({ block, pieces }) => ({ name: block.name, bytes: utf8Bytes(pieces.join('\n')) })),
    context: { offered, kept: rest.kept, dropped, ...(dropped > 0 ? { reason: 'budget' } : {}) },
    message: {
      bytes,
      cutBytes: (cuttable === undefined ? 0 : utf8Bytes(writtenWhole(cuttable))) - bytes,
      newer: Math.min(messagesOf(layout)?.newer ?? 0, rest.kept) || undefined,
    },
    tokens:
      maxTokens === undefined || tokenCounter === undefined
        ? undefined
        : {
            max: maxTokens,
            used: usedTokens(rendered, limits),
            counter: tokenCounter.id,
            exact: tokenCounter.exact,
          },
  };
}

function messagesOf({ blocks }: Layout): MessagesBlock | undefined {
  return blocks.find((block) => block.shrink === 'oldest');
}

function cuttableOf({ blocks }: Layout): CuttableBlock | undefined {
  return blocks.find((block) => block.shrink === 'end');
}
