import type { BrokenAssemblers } from './broken-assembler.ts';
import { layoutAssembler, sectionLines, withBlock, withLayout, withReceipt } from './layout-assembler.ts';

/** Defects of layouts and receipts. */
export const BROKEN_LAYOUT: BrokenAssemblers = {
  'gives a receipt with the wrong number of kept messages': [
    withReceipt(({ context }) => ({ context: { ...context!, kept: context!.offered, dropped: 0 } })),
    /receipt says context.kept 4 instead of \d/,
  ],
  'gives a receipt with the wrong usedBytes': [
    withReceipt(({ usedBytes }) => ({ usedBytes: usedBytes - 1 })),
    /receipt says usedBytes/,
  ],
  'gives a receipt with the wrong remainingBytes': [
    withReceipt(() => ({ remainingBytes: 0 })),
    /receipt says remainingBytes/,
  ],
  'gives a receipt with the wrong maxBytes': [withReceipt(() => ({ maxBytes: 786_432 })), /receipt says maxBytes/],
  'gives a receipt with the wrong cutBytes': [
    withReceipt(({ message }) => ({ message: { ...message!, cutBytes: 0 } })),
    /receipt says message.cutBytes 0/,
  ],
  'gives a receipt without the newer messages': [
    withReceipt(({ message }) => ({ message: { ...message!, newer: undefined } })),
    /receipt says message.newer undefined/,
  ],
  'gives a receipt with wrong sections': [
    withReceipt(({ sections }) => ({ sections: sections.slice(1) })),
    /receipt says sections/,
  ],
  'gives a receipt without the reason for dropping': [
    withReceipt(({ context }) => ({ context: { ...context!, reason: undefined } })),
    /receipt says context.reason undefined/,
  ],
  'explains another prompt than it assembles': [
    () => layoutAssembler({ explain: (input) => layoutAssembler().explain({ ...input, teamTask: null }) }),
    /return different prompts/,
  ],
  'has a layout with another heading': [
    withBlock('task', () => ({ heading: '[GOAL]' })),
    /assemble\(\) and layout\(\) disagree/,
  ],
  'has a layout without the task': [
    withLayout(({ blocks }) => ({ blocks: blocks.filter(({ name }) => name !== 'task') })),
    /assemble\(\) and layout\(\) disagree|does not/,
  ],
  'has a layout in another order': [withLayout(({ blocks }) => ({ blocks: [...blocks].reverse() })), /disagree/],
  'has a layout with other lines': [withBlock('context', () => ({ line: otherLine })), /disagree|does not/],
  'has a layout that may cut the task': [
    withBlock('task', () => ({ shrink: 'end' })),
    /2 blocks of the layout have shrink "end"/,
  ],
  'has a layout that never cuts the message': [
    withBlock('message', () => ({ shrink: 'never' })),
    /its layout does not/,
  ],
  'has a layout that already dropped messages': [
    withLayout((layout, input) => ({
      blocks: layout.blocks.map((block) =>
        block.shrink === 'oldest' && input.maxBytes < 400 ? { ...block, messages: block.messages.slice(1) } : block,
      ),
    })),
    /holds 3 of 4 context messages/,
  ],
  'makes a line function for each layout': [
    withBlock('context', () => ({ line: (message) => sectionLines(message) })),
    /creates a new line function/,
  ],
  'has a line function that returns nothing': [
    withBlock('context', () => ({ line: nothing })),
    /line\(\) returned undefined/,
  ],
  'has a line function that throws': [
    withBlock('context', () => ({ line: throwing })),
    /line\(\) threw Error: "no line"/,
  ],
  'has two blocks with the same name': [
    withBlock('task', () => ({ name: 'message' })),
    /Two blocks of the layout are named/,
  ],
  'has a block without a name': [withBlock('task', () => ({ name: '' })), /named ""/],
  'has a block with an unknown shrink': [
    withBlock('task', () => ({ shrink: 'middle' as 'never' })),
    /has shrink "middle"/,
  ],
  'has a block without text': [
    withBlock('task', () => ({ text: undefined as unknown as string })),
    /has text undefined/,
  ],
  'has a context block as system block': [
    withLayout((layout) => ({ ...layout, systemBlock: 'context' })),
    /which may shrink/,
  ],
  'names a system block that it does not have': [
    withLayout((layout) => ({ ...layout, systemBlock: 'system' })),
    /The system block is "system", but no block has that name/,
  ],
  'has a context block without messages': [
    withBlock('context', () => ({ messages: undefined as never })),
    /Block context has messages undefined instead of a list/,
  ],
  'has a context block without a line function': [
    withBlock('context', () => ({ line: undefined as never })),
    /Block context has line undefined instead of a function/,
  ],
  'names the task as system block in its layout, but does not print it there': [
    withLayout((layout) => ({ ...layout, systemBlock: 'task' })),
    /disagree|does not/,
  ],
  'has no blocks': [withLayout(() => ({}) as never), /Return \{ blocks/],
  'has no context block': [
    withLayout(({ blocks }) => ({ blocks: blocks.filter(({ name }) => name !== 'context') })),
    /no block with shrink "oldest"/,
  ],
  'throws in its layout': [
    withLayout(() => {
      throw new Error('no layout');
    }),
    /layout\(\) threw Error: "no layout"/,
  ],
};

function otherLine({ from, content }: { from: string; content: string }): string {
  return `* ${from}: ${content}`;
}

function nothing(): string {
  return undefined as unknown as string;
}

function throwing(): string {
  throw new Error('no line');
}
