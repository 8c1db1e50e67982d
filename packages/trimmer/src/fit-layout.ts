import { type Block, ContextBudgetError, type CuttableBlock, type Layout, type MessagesBlock } from '@ctx/contract';
import type { Budget } from './budget.ts';
import { byteLength } from './byte-length.ts';
import { type KeptText, keepText, leastText } from './fit-message.ts';
import { type KeptLines, newestLines } from './rendered-lines.ts';
import { frameBytes, type Section, totalBytes } from './sections.ts';
import { createTokenLedger, type TokenLedger } from './token-ledger.ts';

/** A layout reduced to its budget, not rendered yet. */
export interface FittedLayout {
  /** The sections that are kept, in the order of the layout, including the system flag. */
  readonly sections: readonly Section[];
  /** The section that becomes the system flag. */
  readonly system: Section | undefined;
  /** The block of messages, and the lines that are kept of it. */
  readonly context: { readonly block: MessagesBlock | undefined; readonly kept: KeptLines | undefined };
  /** The block that may lose its end, and the text that is kept of it. */
  readonly message: { readonly block: CuttableBlock | undefined; readonly kept: KeptText | undefined };
  readonly usedBytes: number;
  /** Missing without a budget in tokens. */
  readonly usedTokens: number | undefined;
}

/**
 * Decides which parts of a layout fit: first all blocks that never shrink, then as much of the current message as
 * possible (`keepText`), then as many of the newest context messages as possible (`newestLines`). A message that was cut
 * leaves no room for context.
 * @throws ContextBudgetError if the blocks that never shrink and one character of the current message do not fit.
 * @throws TypeError for an invalid layout.
 */
export function fitLayout(layout: Layout, { maxBytes, maxTokens, tokenCounter }: Budget): FittedLayout {
  const { blocks } = layout;
  const { system, message, context } = findBlocks(layout);
  const sections: (Section | undefined)[] = blocks.map((block, index) => fixedSection(block, index === system));
  const ledger =
    tokenCounter && maxTokens !== undefined
      ? createTokenLedger(blocks, sections, system, tokenCounter, maxTokens)
      : undefined;
  const fit: Fit = { sections, system, maxBytes, ledger };
  const messageBlock = blocks[message] as CuttableBlock | undefined;
  const keptText = messageBlock?.text ? fitMessage(fit, message, messageBlock) : undefined;
  requireFit(fit);
  const contextBlock = blocks[context] as MessagesBlock | undefined;
  const keptLines = contextBlock === undefined || keptText?.isCut ? undefined : fitContext(fit, context, contextBlock);
  return {
    sections: sections.filter((section) => section !== undefined),
    system: sections[system],
    context: { block: contextBlock, kept: keptLines },
    message: { block: messageBlock, kept: keptText },
    usedBytes: totalBytes(sections, system),
    usedTokens: ledger?.allBut(-1),
  };
}

/** The decisions made so far, and the limits. */
interface Fit {
  /** By the index of their block. */
  readonly sections: (Section | undefined)[];
  /** Index of the system block, or -1. */
  readonly system: number;
  readonly maxBytes: number;
  /** Missing without a budget in tokens. */
  readonly ledger: TokenLedger | undefined;
}

/** Indexes of the blocks that need special care, -1 for none. @throws TypeError for an invalid layout. */
function findBlocks({ blocks, systemBlock }: Layout): { system: number; message: number; context: number } {
  const system = blocks.findIndex(({ name, shrink }) => name === systemBlock && shrink === 'never');
  if (systemBlock !== undefined && system === -1) {
    throw new TypeError(`Layout.systemBlock names "${systemBlock}", not a block that never shrinks`);
  }
  return { system, message: findOnlyBlock(blocks, 'end'), context: findOnlyBlock(blocks, 'oldest') };
}

function findOnlyBlock(blocks: readonly Block[], shrink: Block['shrink']): number {
  const matches = (block: Block) => block.shrink === shrink;
  const index = blocks.findIndex(matches);
  if (index === blocks.findLastIndex(matches)) return index;
  throw new TypeError(`A layout may have only one block that shrinks by "${shrink}"`);
}

function fixedSection(block: Block, isSystem: boolean): Section | undefined {
  if (block.shrink !== 'never' || block.text === '') return undefined;
  return { block, body: block.text, bytes: byteLength(block.text) + (isSystem ? 0 : frameBytes(block)) };
}

function fitMessage(fit: Fit, index: number, block: CuttableBlock): KeptText {
  const { sections, system, maxBytes, ledger } = fit;
  const { before = '', after = '' } = block;
  const frame = frameBytes(block) + byteLength(before) + byteLength(after);
  const usedBytes = totalBytes(sections, system, frame);
  const usedTokens = ledger?.allBut(index) ?? 0;
  const tokensWith = (written: string) => usedTokens + ledger!.section(index, before + written + after);
  const kept = keepText(
    block,
    maxBytes - usedBytes,
    ledger && { max: ledger.max, fits: (written) => tokensWith(written) <= ledger.max },
  );
  if (kept === undefined) {
    const least = leastText(block);
    const requiredBytes = usedBytes + byteLength(least);
    if (requiredBytes > maxBytes) throw new ContextBudgetError(maxBytes, requiredBytes);
    throw new ContextBudgetError(maxBytes, requiredBytes, {
      maxTokens: ledger!.max,
      requiredTokens: tokensWith(least),
    });
  }
  sections[index] = { block, body: before + kept.written + after, bytes: frame + byteLength(kept.written) };
  return kept;
}

/** @throws ContextBudgetError if the sections so far, which are never dropped, do not fit. */
function requireFit({ sections, system, maxBytes, ledger }: Fit): void {
  const requiredBytes = totalBytes(sections, system);
  if (requiredBytes > maxBytes) throw new ContextBudgetError(maxBytes, requiredBytes);
  const requiredTokens = ledger?.allBut(-1) ?? 0;
  if (ledger === undefined || requiredTokens <= ledger.max) return;
  throw new ContextBudgetError(maxBytes, requiredBytes, { maxTokens: ledger.max, requiredTokens });
}

/** Returns `undefined` if no line fits. */
function fitContext(fit: Fit, index: number, block: MessagesBlock): KeptLines | undefined {
  const { sections, system, maxBytes, ledger } = fit;
  const { lastLine = '', footer } = block;
  const frame = frameBytes(block) + byteLength(lastLine);
  // The newline between the messages and the last line.
  const joint = lastLine === '' ? 0 : 1;
  const roomBytes = maxBytes - totalBytes(sections, system, frame);
  const roomTokens = ledger === undefined ? 0 : ledger.max - ledger.allBut(index) - ledger.frame(index);
  if (roomBytes < 0 || roomTokens < 0) return undefined;
  const lines = newestLines(block, {
    bytes: roomBytes - joint,
    tokens: roomTokens,
    counter: ledger?.counter,
    end: lastLine || footer ? '\n' : (ledger?.endOf(index) ?? ''),
  });
  if (lines.count === 0 && lastLine === '') return undefined;
  sections[index] = { block, body: lines, bytes: frame + lines.bytes + (lines.count > 0 ? joint : 0) };
  return lines;
}
