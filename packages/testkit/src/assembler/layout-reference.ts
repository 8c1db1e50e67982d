import type { AssemblerOutput, Block, Layout, Receipt } from '@ctx/contract';
import { outputBytes, utf8Bytes } from '../byte-size.ts';

/** A layout fitted to a budget: what must be printed and what a true receipt says about it. */
export type FittedLayout =
  | { readonly kind: 'output'; readonly output: AssemblerOutput; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly requiredBytes: number };

/** What is left of the blocks that may shrink. */
interface Rest {
  readonly kept: number;
  readonly prefix: string;
}

/**
 * Fits a layout by the letter of the contract, with no thought for speed: drop one message, look again; drop one
 * character, look again. It shares nothing with `@ctx/trimmer`, which it is held against.
 */
export function fitLayout(layout: Layout, maxBytes: number): FittedLayout {
  const offered = layout.blocks.find((block) => block.shrink === 'oldest')?.messages.length ?? 0;
  const characters = [...(layout.blocks.find((block) => block.shrink === 'end')?.text ?? '')];
  const message = characters.join('');

  for (let kept = offered; kept >= 0; kept--) {
    const output = renderRest(layout, { kept, prefix: message });
    if (outputBytes(output) <= maxBytes) return accept(layout, maxBytes, { kept, prefix: message }, output);
  }
  for (let length = characters.length - 1; length >= 1; length--) {
    const prefix = characters.slice(0, length).join('');
    const output = renderRest(layout, { kept: 0, prefix });
    if (outputBytes(output) <= maxBytes) return accept(layout, maxBytes, { kept: 0, prefix }, output);
  }
  return { kind: 'refused', requiredBytes: outputBytes(renderRest(layout, { kept: 0, prefix: characters[0] ?? '' })) };
}

function accept(layout: Layout, maxBytes: number, rest: Rest, output: AssemblerOutput): FittedLayout {
  const messages = layout.blocks.find((block) => block.shrink === 'oldest')?.messages ?? [];
  const text = layout.blocks.find((block) => block.shrink === 'end')?.text ?? '';
  const usedBytes = outputBytes(output);
  const dropped = messages.length - rest.kept;
  const receipt: Receipt = {
    maxBytes,
    usedBytes,
    remainingBytes: maxBytes - usedBytes,
    sections: layout.blocks.flatMap((block) => {
      const rendered = renderBlock(block, rest, block.name === layout.systemFlag);
      return rendered === '' ? [] : [{ name: block.name, bytes: utf8Bytes(rendered) }];
    }),
    context: { offered: messages.length, kept: rest.kept, dropped, ...(dropped > 0 ? { reason: 'budget' } : {}) },
    message: { bytes: utf8Bytes(rest.prefix), cutBytes: utf8Bytes(text) - utf8Bytes(rest.prefix) },
  };
  return { kind: 'output', output, receipt };
}

function renderRest(layout: Layout, rest: Rest): AssemblerOutput {
  const flag = layout.blocks.find((block) => block.name === layout.systemFlag);
  const rendered = layout.blocks.filter((block) => block !== flag).map((block) => renderBlock(block, rest, false));
  const systemFlag = flag === undefined ? '' : renderBlock(flag, rest, true);
  return {
    prompt: rendered.filter((text) => text !== '').join('\n\n'),
    systemFlag: systemFlag === '' ? undefined : systemFlag,
  };
}

function renderBlock(block: Block, { kept, prefix }: Rest, bare: boolean): string {
  const body = bodyOf(block, kept, prefix);
  if (body === undefined) return '';
  return bare || block.heading === undefined ? body : `${block.heading}\n${body}`;
}

function bodyOf(block: Block, kept: number, prefix: string): string | undefined {
  if (block.shrink === 'oldest') {
    const { messages, line } = block;
    return kept === 0
      ? undefined
      : messages
          .slice(messages.length - kept)
          .map((message) => line(message))
          .join('\n');
  }
  const text = block.shrink === 'end' ? prefix : block.text;
  return text === '' ? undefined : text;
}
