import { type Block, ContextBudgetError, type CuttableBlock, type Layout, type MessagesBlock } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import { lineRenderer } from './rendered-line.ts';
import { requireByteCount, truncateToBytes } from './truncate-to-bytes.ts';

/** What is left of one block: its heading and the lines below it, ready to be joined by newlines. */
export interface FittedSection {
  readonly block: Block;
  readonly lines: readonly string[];
  /** Heading included. */
  readonly bytes: number;
}

/** A layout cut down to its budget, not yet text. */
export interface FittedLayout {
  readonly sections: readonly FittedSection[];
  readonly systemFlag: FittedSection | undefined;
  readonly usedBytes: number;
}

const SEPARATOR_BYTES = 2;

/**
 * Decides what of a layout fits `maxBytes`: everything that may not shrink, then as much of the cuttable text as there
 * is room for, then the newest messages, as many as fit. Looks at the messages from the newest back and stops at the
 * first that does not fit.
 * @throws ContextBudgetError when what may not shrink, with one character of the cuttable text, does not fit.
 */
export function fitLayout(layout: Layout, maxBytes: number): FittedLayout {
  requireByteCount(maxBytes);
  const budget = new Budget(maxBytes);
  const fitted = new Map<Block, FittedSection>();
  const take = (section: FittedSection | undefined): void => {
    if (section !== undefined) fitted.set(section.block, section);
  };

  const systemFlag = fitSystemFlag(layout, budget);
  let cuttable: CuttableBlock | undefined;
  let messages: MessagesBlock | undefined;
  for (const block of layout.blocks) {
    if (block.name === layout.systemFlag) continue;
    if (block.shrink === 'never') take(fitFixed(block.text, block, budget));
    else if (block.shrink === 'end') cuttable = only(block, cuttable);
    else messages = only(block, messages);
  }
  if (cuttable !== undefined && cuttable.text !== '') take(fitCuttable(cuttable, budget));
  else budget.requireFit();
  if (messages !== undefined) take(fitMessages(messages, budget));

  const sections = layout.blocks.flatMap((block) => fitted.get(block) ?? []);
  return { sections, systemFlag, usedBytes: budget.usedBytes };
}

/** Counts bytes used, separators between sections included. */
class Budget {
  readonly maxBytes: number;
  usedBytes = 0;
  #sections = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Bytes left for the inside of one more section that has `headingBytes` of heading. */
  roomFor(headingBytes: number): number {
    return this.maxBytes - this.usedBytes - headingBytes - (this.#sections > 0 ? SEPARATOR_BYTES : 0);
  }

  addSection(bytes: number): void {
    this.usedBytes += bytes + (this.#sections > 0 ? SEPARATOR_BYTES : 0);
    this.#sections++;
  }

  requireFit(): void {
    if (this.usedBytes > this.maxBytes) throw new ContextBudgetError(this.maxBytes, this.usedBytes);
  }
}

function fitSystemFlag(layout: Layout, budget: Budget): FittedSection | undefined {
  if (layout.systemFlag === undefined) return undefined;
  const block = layout.blocks.find(({ name }) => name === layout.systemFlag);
  if (block?.shrink !== 'never') {
    throw new TypeError(`Layout.systemFlag names "${layout.systemFlag}", which is not a block that never shrinks`);
  }
  if (block.text === '') return undefined;
  const bytes = byteLength(block.text);
  budget.usedBytes += bytes;
  return { block, lines: [block.text], bytes };
}

function fitFixed(text: string, block: Block, budget: Budget): FittedSection | undefined {
  if (text === '') return undefined;
  const bytes = headingBytes(block) + byteLength(text);
  budget.addSection(bytes);
  return { block, lines: [text], bytes };
}

function fitCuttable(block: CuttableBlock, budget: Budget): FittedSection {
  const heading = headingBytes(block);
  const room = budget.roomFor(heading);
  const text = truncateToBytes(block.text, Math.max(0, room));
  if (text === '' || room < 0) {
    const oneCharacter = byteLength(String.fromCodePoint(block.text.codePointAt(0)!));
    throw new ContextBudgetError(budget.maxBytes, budget.maxBytes - room + oneCharacter);
  }
  const bytes = heading + byteLength(text);
  budget.addSection(bytes);
  return { block, lines: [text], bytes };
}

function fitMessages(block: MessagesBlock, budget: Budget): FittedSection | undefined {
  const render = lineRenderer(block.line);
  const heading = headingBytes(block);
  const newestFirst: string[] = [];
  let bytes = heading;
  let room = budget.roomFor(heading);
  for (let index = block.messages.length - 1; index >= 0; index--) {
    const newline = newestFirst.length > 0 ? 1 : 0;
    const line = render(block.messages[index]!, room - newline);
    if (line === undefined) break;
    newestFirst.push(line.text);
    bytes += line.bytes + newline;
    room -= line.bytes + newline;
  }
  if (newestFirst.length === 0) return undefined;
  budget.addSection(bytes);
  return { block, lines: newestFirst.reverse(), bytes };
}

function headingBytes(block: Block): number {
  return block.heading ? byteLength(block.heading) + 1 : 0;
}

function only<B extends Block>(block: B, earlier: B | undefined): B {
  if (earlier === undefined) return block;
  throw new TypeError(
    `A layout may have one block that shrinks by "${block.shrink}", got "${earlier.name}" and "${block.name}"`,
  );
}
