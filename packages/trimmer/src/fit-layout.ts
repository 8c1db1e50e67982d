import {
  type Block,
  ContextBudgetError,
  type CuttableBlock,
  type FixedBlock,
  type Layout,
  type MessagesBlock,
} from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import { LinesRun, type RenderedMessages, type RenderedRun, renderedMessagesOf } from './rendered-messages.ts';
import { requireByteCount, truncateToBytes } from './truncate-to-bytes.ts';

/** What is left of one block: its heading, and what stands below it. */
export interface FittedSection {
  readonly block: Block;
  readonly body: RenderedRun;
  /** Heading included. */
  readonly bytes: number;
}

/** A layout cut down to its budget, not yet text. */
export interface FittedLayout {
  /** What is left, in the order of the layout, the system flag included. */
  readonly sections: readonly FittedSection[];
  readonly systemFlag: FittedSection | undefined;
  /** The block of messages, and what is left of it. */
  readonly messages: { readonly block: MessagesBlock | undefined; readonly kept: RenderedRun | undefined };
  /** The block that may lose its end, and what is left of it. */
  readonly message: { readonly block: CuttableBlock | undefined; readonly kept: RenderedRun | undefined };
  readonly usedBytes: number;
}

const SEPARATOR_BYTES = 2;

/**
 * Decides what of a layout fits `maxBytes`: everything that may not shrink, then as much of the cuttable text as there
 * is room for, then the newest messages, as many as fit. Looks at the messages from the newest back and stops at the
 * first that does not fit; `rendered` replaces the messages of the layout where they are at hand as text already.
 * @throws ContextBudgetError when what may not shrink, with one character of the cuttable text, does not fit.
 */
export function fitLayout(layout: Layout, maxBytes: number, rendered?: RenderedMessages): FittedLayout {
  requireByteCount(maxBytes);
  const budget = new Budget(maxBytes);
  const { blocks } = layout;
  const fitted: (FittedSection | undefined)[] = blocks.map((block) =>
    block.shrink !== 'never' ? undefined : fitFixed(block, block.name === layout.systemFlag, budget),
  );
  const systemFlag = fitted[indexOfSystemFlag(layout)];
  const cuttable = onlyIndex(blocks, 'end');
  const message = blocks[cuttable] as CuttableBlock | undefined;
  if (message !== undefined) fitted[cuttable] = fitCuttable(message, budget);
  budget.requireFit();
  const shrinking = onlyIndex(blocks, 'oldest');
  const messages = blocks[shrinking] as MessagesBlock | undefined;
  if (messages !== undefined) fitted[shrinking] = fitMessages(messages, rendered, budget);
  return {
    sections: fitted.filter((section) => section !== undefined),
    systemFlag,
    messages: { block: messages, kept: fitted[shrinking]?.body },
    message: { block: message, kept: fitted[cuttable]?.body },
    usedBytes: budget.usedBytes,
  };
}

/** Counts bytes used, separators between sections included. */
class Budget {
  readonly maxBytes: number;
  usedBytes = 0;
  #sections = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Bytes used once there is one more section of `bytes`. */
  usedWith(bytes: number): number {
    return this.usedBytes + bytes + (this.#sections > 0 ? SEPARATOR_BYTES : 0);
  }

  /** Bytes left for the inside of one more section that has `headingBytes` of heading. */
  roomFor(headingBytes: number): number {
    return this.maxBytes - this.usedWith(headingBytes);
  }

  addSection(bytes: number): void {
    this.usedBytes = this.usedWith(bytes);
    this.#sections++;
  }

  requireFit(): void {
    if (this.usedBytes > this.maxBytes) throw new ContextBudgetError(this.maxBytes, this.usedBytes);
  }
}

function indexOfSystemFlag({ blocks, systemFlag }: Layout): number {
  if (systemFlag === undefined) return -1;
  const index = blocks.findIndex(({ name }) => name === systemFlag);
  if (blocks[index]?.shrink === 'never') return index;
  throw new TypeError(`Layout.systemFlag names "${systemFlag}", not a block that never shrinks`);
}

function fitFixed(block: FixedBlock, isSystemFlag: boolean, budget: Budget): FittedSection | undefined {
  if (block.text === '') return undefined;
  const body = textRun(block.text);
  if (!isSystemFlag) return section(block, body, budget);
  budget.usedBytes += body.bytes;
  return { block, body, bytes: body.bytes };
}

function fitCuttable(block: CuttableBlock, budget: Budget): FittedSection | undefined {
  if (block.text === '') return undefined;
  const room = budget.roomFor(headingBytes(block));
  const text = truncateToBytes(block.text, Math.max(0, room));
  if (text === '' || room < 0) {
    const oneCharacter = byteLength(String.fromCodePoint(block.text.codePointAt(0)!));
    throw new ContextBudgetError(budget.maxBytes, budget.usedWith(headingBytes(block) + oneCharacter));
  }
  return section(block, textRun(text), budget);
}

function fitMessages(
  block: MessagesBlock,
  rendered: RenderedMessages | undefined,
  budget: Budget,
): FittedSection | undefined {
  const messages = rendered ?? renderedMessagesOf(block);
  const body = messages.newestWithin(budget.roomFor(headingBytes(block)));
  return body.count === 0 ? undefined : section(block, body, budget);
}

function section(block: Block, body: RenderedRun, budget: Budget): FittedSection {
  const bytes = headingBytes(block) + body.bytes;
  budget.addSection(bytes);
  return { block, body, bytes };
}

function headingBytes(block: Block): number {
  return block.heading ? byteLength(block.heading) + 1 : 0;
}

function textRun(text: string): RenderedRun {
  return new LinesRun([text], byteLength(text));
}

function onlyIndex(blocks: readonly Block[], shrink: Block['shrink']): number {
  const index = blocks.findIndex((block) => block.shrink === shrink);
  if (index === blocks.findLastIndex((block) => block.shrink === shrink)) return index;
  throw new TypeError(`A layout may have only one block that shrinks by "${shrink}"`);
}
