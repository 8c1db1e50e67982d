import type { AssemblerInput, IContextAssembler, Layout, MessagesBlock, PromptContextMessage } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { sampleInput } from './sample-input.ts';

/** An assembler that describes its prompt as a layout. */
export interface LayoutAssembler {
  layout(input: AssemblerInput): Layout;
}

/** True if the assembler describes its prompt as a layout. */
export function hasLayout(assembler: IContextAssembler): assembler is IContextAssembler & LayoutAssembler {
  return typeof assembler.layout === 'function';
}

/** The layout for a usual input is one that the trimmer can render. */
export function checkLayoutForm(assembler: LayoutAssembler): void {
  for (const guarded of [false, true]) {
    for (const block of layoutOf(assembler, sampleInput({ guarded, deeds: true })).blocks) {
      if (block.shrink === 'oldest') for (const message of block.messages) checkLine(block, message);
    }
  }
}

/** The layout for an input, after checking everything the trimmer relies on. */
export function layoutOf(assembler: LayoutAssembler, input: AssemblerInput): Layout {
  const layout = unlessItThrows('layout()', 'Never throw: accept every AssemblerInput, also a deeply frozen one', () =>
    assembler.layout(input),
  );
  if (!Array.isArray(layout?.blocks)) {
    fail(`layout() returned ${quote(layout)}`, 'Return { blocks: [...], systemBlock?, guards? }');
  }
  checkBlocks(layout);
  return layout;
}

function checkBlocks({ blocks, systemBlock, guards }: Layout): void {
  const names = blocks.map((block) => block?.name);
  for (const name of names) {
    if (typeof name !== 'string' || name === '') {
      fail(`A block of the layout is named ${quote(name)}`, 'Name it, such as "context"');
    }
    if (names.indexOf(name) !== names.lastIndexOf(name)) {
      fail(`Two blocks of the layout are named ${quote(name)}`, 'Give each its own name: receipts use it');
    }
  }
  for (const block of blocks) {
    if (!['never', 'end', 'oldest'].includes(block.shrink)) {
      fail(`Block ${block.name} has shrink ${quote(block.shrink)}`, 'Use "never", "end" or "oldest"');
    }
    if (block.shrink === 'oldest') checkMessagesBlock(block);
    else if (typeof block.text !== 'string') {
      fail(`Block ${block.name} has text ${quote(block.text)} instead of a string`, 'Give a string');
    }
    if (block.shrink === 'end' && block.escape !== undefined && block.indent !== undefined) {
      fail(`Block ${block.name} has both escape and indent`, 'Use only one of the two');
    }
  }
  for (const way of ['end', 'oldest']) {
    const count = blocks.filter((block) => block.shrink === way).length;
    if (count > 1) fail(`${count} blocks of the layout have shrink "${way}"`, 'Use it for one block at most');
  }
  const system = blocks.find((block) => block.name === systemBlock);
  if (systemBlock !== undefined && system === undefined) {
    fail(`The system block is ${quote(systemBlock)}, but no block has that name`, 'Name one of the blocks');
  }
  if (system !== undefined && system.shrink !== 'never') {
    fail(
      `The system block is ${quote(systemBlock)}, which may shrink`,
      'Use a block with shrink "never" as the system block',
    );
  }
  if (guards !== undefined && guards !== 'column' && guards !== 'escape') {
    fail(`The layout declares guards: ${quote(guards)}`, 'Declare "column" or "escape", or leave it out');
  }
}

function checkMessagesBlock({ name, messages, line }: MessagesBlock): void {
  if (!Array.isArray(messages)) {
    fail(`Block ${name} has messages ${quote(messages)} instead of a list`, 'Give input.contextMessages');
  }
  if (typeof line !== 'function') {
    fail(`Block ${name} has line ${quote(line)} instead of a function`, 'Give a function that writes one message');
  }
}

/** A layout holds the whole input, and uses the same line function every time. */
export function checkLayoutWhole(assembler: LayoutAssembler): void {
  for (const guarded of [false, true]) {
    const input = sampleInput({ guarded, deeds: true });
    const lineFunctions = new Set<unknown>();
    for (const maxBytes of [input.maxBytes, 300, 0]) {
      const context = contextBlockOf(layoutOf(assembler, Object.freeze({ ...input, maxBytes })));
      if (context.messages.length !== input.contextMessages.length) {
        fail(
          `The layout holds ${context.messages.length} of ${input.contextMessages.length} context messages`,
          'Put all of them into it: the trimmer drops messages, and the receipt counts them from the layout',
        );
      }
      for (const message of context.messages) checkLine(context, message);
      lineFunctions.add(context.line);
    }
    if (lineFunctions.size > 1) {
      fail(
        'Each call of layout() creates a new line function',
        'Define it once, outside layout(): rendered lines are cached for each function object',
      );
    }
  }
}

function contextBlockOf({ blocks }: Layout): MessagesBlock {
  const context = blocks.find((block) => block.shrink === 'oldest');
  if (context !== undefined) return context;
  fail('The layout has no block with shrink "oldest"', 'Put the context messages into such a block');
}

function checkLine({ line }: MessagesBlock, message: PromptContextMessage): void {
  const written: unknown = unlessItThrows('line()', 'Accept every message', () => line(message));
  if (typeof written !== 'string') {
    fail(`line() returned ${quote(written)} instead of a string`, 'Return the text of the message');
  }
  if (written !== line(message)) {
    fail('line() returns a different text the second time', 'Build the text from the message alone');
  }
}
