import { type Block, ContextBudgetError, type CuttableBlock, type Layout, type MessagesBlock } from '@ctx/contract';
import type { Budget } from './budget.ts';
import { byteLength } from './byte-length.ts';
import { type KeptText, keepText, leastText, type MessageRoom } from './fit-message.ts';
import { keepEnds, leastEnds } from './keep-ends.ts';
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
  /** The block that may be cut, and the text that is kept of it. */
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
export function fitLayout(layout: Layout, { maxBytes, maxTokens, tokenCounter, cut }: Budget): FittedLayout {
  const { blocks } = layout;
  const { system: systemIndex, end: messageIndex, oldest: contextIndex } = findBlocks(layout);
  const sections: (Section | undefined)[] = blocks.map((block, index) => fixedSection(block, index === systemIndex));
  const ledger =
    tokenCounter && maxTokens !== undefined
      ? createTokenLedger(blocks, sections, systemIndex, tokenCounter, maxTokens)
      : undefined;
  const fit: Fit = { sections, systemIndex, maxBytes, ledger, cut };
  const message = blocks[messageIndex] as CuttableBlock | undefined;
  const keptText = message?.text ? fitMessage(fit, messageIndex, message) : undefined;
  // With a message, this has been checked together with its first character.
  requireFit(fit, totalBytes(sections, systemIndex), ledger?.total());
  const context = blocks[contextIndex] as MessagesBlock | undefined;
  const keptLines = context === undefined || keptText?.isCut ? undefined : fitContext(fit, contextIndex, context);
  return {
    sections: sections.filter((section) => section !== undefined),
    system: sections[systemIndex],
    context: { block: context, kept: keptLines },
    message: { block: message, kept: keptText },
    usedBytes: totalBytes(sections, systemIndex),
    usedTokens: ledger?.total(),
  };
}

/** The decisions made so far, and the limits. */
interface Fit {
  /** By the index of their block. */
  readonly sections: (Section | undefined)[];
  /** Index of the system block, or -1. */
  readonly systemIndex: number;
  readonly maxBytes: number;
  /** Missing without a budget in tokens. */
  readonly ledger: TokenLedger | undefined;
  readonly cut: Budget['cut'];
}

/**
 * Indexes of the blocks that need special care, -1 for none: the system block, the context, which shrinks by `oldest`,
 * and the current message, which shrinks by `end`.
 * @throws TypeError for an invalid layout.
 */
function findBlocks({ blocks, systemBlock }: Layout): { system: number; oldest: number; end: number } {
  const found = { system: -1, oldest: -1, end: -1 };
  blocks.forEach(({ name, shrink }, index) => {
    if (shrink === 'never') {
      if (name === systemBlock) found.system = index;
    } else if (found[shrink] === -1) found[shrink] = index;
    else
      throw new TypeError(
        `A layout may have one block that shrinks by "oldest" and one by "end", not another by "${shrink}"`,
      );
  });
  if (systemBlock !== undefined && found.system === -1) {
    throw new TypeError(`Layout.systemBlock names "${systemBlock}", not a block that never shrinks`);
  }
  return found;
}

function fixedSection(block: Block, isSystem: boolean): Section | undefined {
  if (block.shrink !== 'never' || block.text === '') return undefined;
  return { block, body: block.text, bytes: byteLength(block.text) + (isSystem ? 0 : frameBytes(block)) };
}

function fitMessage(fit: Fit, index: number, block: CuttableBlock): KeptText {
  const { sections, systemIndex, maxBytes, ledger, cut } = fit;
  const { before = '', after = '' } = block;
  const fixedBytes = frameBytes(block) + byteLength(before) + byteLength(after);
  const usedBytes = totalBytes(sections, systemIndex, fixedBytes);
  const usedTokens = ledger?.totalAround(index) ?? 0;
  const tokensWith = (written: string) => usedTokens + ledger!.section(index, before + written + after);
  const requireLeast = (least: string) => requireFit(fit, usedBytes + byteLength(least), ledger && tokensWith(least));
  const room: MessageRoom = {
    bytes: maxBytes - usedBytes,
    tokens: ledger && { max: ledger.max, fits: (written) => tokensWith(written) <= ledger.max },
  };
  if (cut !== 'middle') requireLeast(leastText(block));
  const kept = cut === 'middle' ? keepEnds(block, room) : keepText(block, room);
  if (kept === undefined) {
    requireLeast(leastEnds(block));
    throw new TypeError('The escape of a block is not pure: what did not fit before fits now');
  }
  sections[index] = { block, body: before + kept.written + after, bytes: fixedBytes + byteLength(kept.written) };
  return kept;
}

/** @throws ContextBudgetError if what must not be dropped needs more than the budget. */
function requireFit({ maxBytes, ledger }: Fit, requiredBytes: number, requiredTokens = 0): void {
  if (requiredBytes > maxBytes) throw new ContextBudgetError(maxBytes, requiredBytes);
  if (ledger === undefined || requiredTokens <= ledger.max) return;
  throw new ContextBudgetError(maxBytes, requiredBytes, { maxTokens: ledger.max, requiredTokens });
}

/** Returns `undefined` if no line fits. */
function fitContext(fit: Fit, index: number, block: MessagesBlock): KeptLines | undefined {
  const { sections, systemIndex, maxBytes, ledger } = fit;
  const { lastLine = '', footer } = block;
  const fixedBytes = frameBytes(block) + byteLength(lastLine);
  // The newline between the messages and the last line. Without messages there is none.
  const newlineBytes = lastLine === '' ? 0 : 1;
  const roomBytes = maxBytes - totalBytes(sections, systemIndex, fixedBytes);
  const roomTokens = ledger === undefined ? 0 : ledger.max - ledger.totalAround(index) - ledger.fixed(index);
  if (roomBytes < 0 || roomTokens < 0) return undefined;
  const lines = newestLines(block, {
    bytes: roomBytes - newlineBytes,
    tokens: roomTokens,
    counter: ledger?.counter,
    afterLast: lastLine || footer ? '\n' : (ledger?.endOf(index) ?? ''),
  });
  if (lines.count === 0 && lastLine === '') return undefined;
  sections[index] = { block, body: lines, bytes: fixedBytes + lines.bytes + (lines.count > 0 ? newlineBytes : 0) };
  return lines;
}
