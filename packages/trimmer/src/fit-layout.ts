import {
  type Block,
  ContextBudgetError,
  type CuttableBlock,
  type FixedBlock,
  type Layout,
  type MessagesBlock,
} from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import { linesRun, type RenderedMessages, type RenderedRun, renderedMessagesOf } from './rendered-messages.ts';
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
  const budget = new Budget(requireByteCount(maxBytes));
  const { blocks } = layout;
  const fitted: (FittedSection | undefined)[] = [];
  let flag = -1;
  let end = -1;
  let oldest = -1;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    fitted.push(undefined);
    if (block.shrink === 'end') end = onlyIndex(end, index, block);
    else if (block.shrink === 'oldest') oldest = onlyIndex(oldest, index, block);
    else {
      const isFlag = flag === -1 && block.name === layout.systemFlag;
      if (isFlag) flag = index;
      fitted[index] = fitFixed(block, isFlag, budget);
    }
  }
  requireFlag(layout.systemFlag, flag);
  const message = blocks[end] as CuttableBlock | undefined;
  if (message !== undefined) fitted[end] = fitCuttable(message, budget);
  budget.requireFit();
  const messages = blocks[oldest] as MessagesBlock | undefined;
  if (messages !== undefined) fitted[oldest] = fitMessages(messages, rendered, budget);
  return {
    sections: fitted.filter((section) => section !== undefined),
    systemFlag: fitted[flag],
    messages: { block: messages, kept: fitted[oldest]?.body },
    message: { block: message, kept: fitted[end]?.body },
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

function fitFixed(block: FixedBlock, isFlag: boolean, budget: Budget): FittedSection | undefined {
  if (block.text === '') return undefined;
  const body = textRun(block.text);
  if (!isFlag) return section(block, headingBytes(block), body, budget);
  budget.usedBytes += body.bytes;
  return { block, body, bytes: body.bytes };
}

function fitCuttable(block: CuttableBlock, budget: Budget): FittedSection | undefined {
  if (block.text === '') return undefined;
  const heading = headingBytes(block);
  const room = budget.roomFor(heading);
  const text = truncateToBytes(block.text, Math.max(0, room));
  if (text === '' || room < 0) {
    const oneCharacter = byteLength(String.fromCodePoint(block.text.codePointAt(0)!));
    throw new ContextBudgetError(budget.maxBytes, budget.usedWith(heading + oneCharacter));
  }
  return section(block, heading, textRun(text), budget);
}

function fitMessages(
  block: MessagesBlock,
  rendered: RenderedMessages | undefined,
  budget: Budget,
): FittedSection | undefined {
  const heading = headingBytes(block);
  const body = (rendered ?? renderedMessagesOf(block)).newestWithin(budget.roomFor(heading));
  return body.count === 0 ? undefined : section(block, heading, body, budget);
}

function section(block: Block, heading: number, body: RenderedRun, budget: Budget): FittedSection {
  const bytes = heading + body.bytes;
  budget.addSection(bytes);
  return { block, body, bytes };
}

function headingBytes({ heading }: Block): number {
  return heading ? byteLength(heading) + 1 : 0;
}

function textRun(text: string): RenderedRun {
  return linesRun([text], byteLength(text));
}

function onlyIndex(known: number, index: number, { shrink }: Block): number {
  if (known === -1) return index;
  throw new TypeError(`A layout may have only one block that shrinks by "${shrink}"`);
}

function requireFlag(name: string | undefined, index: number): void {
  if (name === undefined || index !== -1) return;
  throw new TypeError(`Layout.systemFlag names "${name}", not a block that never shrinks`);
}
