import { type Block, ContextBudgetError, type CuttableBlock, type Layout, type MessagesBlock } from '@ctx/contract';
import type { Budget } from './budget.ts';
import { byteLength } from './byte-length.ts';
import { type KeptText, keepText, leastText } from './fit-message.ts';
import { type KeptLines, newestLines } from './rendered-lines.ts';
import { frameBytes, type Section, totalBytes } from './sections.ts';
import { createTokenLedger, type TokenLedger } from './token-ledger.ts';

/** A layout cut down to its budget, not yet text. */
export interface FittedLayout {
  /** What is left, in the order of the layout, the system block included. */
  readonly sections: readonly Section[];
  readonly system: Section | undefined;
  /** The block of messages, and what is left of it. */
  readonly messages: { readonly block: MessagesBlock | undefined; readonly kept: KeptLines | undefined };
  /** The block that may lose its end, and what is left of it. */
  readonly message: { readonly block: CuttableBlock | undefined; readonly kept: KeptText | undefined };
  readonly usedBytes: number;
  /** Only with a budget in tokens. */
  readonly usedTokens: number | undefined;
}

/**
 * Decides what of a layout fits: everything that may not shrink, then as much of the cuttable text as there is room for
 * and then, unless that was cut, the newest messages, as many as fit.
 * @throws ContextBudgetError when what may not shrink, with one character of the cuttable text, does not fit.
 */
export function fitLayout(layout: Layout, budget: Budget): FittedLayout {
  const { blocks } = layout;
  const { system, end, oldest } = placesOf(layout);
  const { maxBytes, maxTokens, tokenCounter } = budget;
  const sections: (Section | undefined)[] = blocks.map((block, index) => fixedSection(block, index === system));
  const ledger =
    tokenCounter && maxTokens !== undefined
      ? createTokenLedger(blocks, sections, system, tokenCounter, maxTokens)
      : undefined;
  const fit: Fit = { sections, system, maxBytes, ledger };
  const message = blocks[end] as CuttableBlock | undefined;
  const keptText = message?.text ? fitMessage(fit, end, message) : undefined;
  const usedTokens = requireFit(fit);
  const messages = blocks[oldest] as MessagesBlock | undefined;
  const lines = messages === undefined || keptText?.isCut ? undefined : fitMessages(fit, oldest, messages);
  return {
    sections: sections.filter((section) => section !== undefined),
    system: sections[system],
    messages: { block: messages, kept: lines },
    message: { block: message, kept: keptText },
    usedBytes: totalBytes(sections, system),
    usedTokens: lines === undefined ? usedTokens : ledger?.around(-1),
  };
}

/** What is decided so far, and what may be taken. */
interface Fit {
  readonly sections: (Section | undefined)[];
  readonly system: number;
  readonly maxBytes: number;
  readonly ledger: TokenLedger | undefined;
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
  const around = ledger?.around(index) ?? 0;
  const tokensWith = (written: string) => around + ledger!.section(index, before + written + after);
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

/** Gives the tokens of what may not be dropped. @throws ContextBudgetError */
function requireFit({ sections, system, maxBytes, ledger }: Fit): number | undefined {
  const requiredBytes = totalBytes(sections, system);
  if (requiredBytes > maxBytes) throw new ContextBudgetError(maxBytes, requiredBytes);
  const requiredTokens = ledger?.around(-1);
  if (ledger === undefined || requiredTokens! <= ledger.max) return requiredTokens;
  throw new ContextBudgetError(maxBytes, requiredBytes, { maxTokens: ledger.max, requiredTokens: requiredTokens! });
}

/** `undefined` when there is no room for any line. */
function fitMessages(fit: Fit, index: number, block: MessagesBlock): KeptLines | undefined {
  const { sections, system, maxBytes, ledger } = fit;
  const { lastLine = '', footer } = block;
  const frame = frameBytes(block) + byteLength(lastLine);
  // The newline between the last message and the last line.
  const joint = lastLine === '' ? 0 : 1;
  const roomBytes = maxBytes - totalBytes(sections, system, frame);
  const roomTokens = ledger === undefined ? 0 : ledger.max - ledger.around(index) - ledger.frame(index);
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

/** Where the blocks are that are not just text; -1 for what there is not. @throws TypeError */
function placesOf({ blocks, systemBlock }: Layout): { system: number; end: number; oldest: number } {
  const system = blocks.findIndex(({ name, shrink }) => name === systemBlock && shrink === 'never');
  if (systemBlock !== undefined && system === -1) {
    throw new TypeError(`Layout.systemBlock names "${systemBlock}", not a block that never shrinks`);
  }
  return { system, end: onlyPlace(blocks, 'end'), oldest: onlyPlace(blocks, 'oldest') };
}

function onlyPlace(blocks: readonly Block[], shrink: Block['shrink']): number {
  const isSo = (block: Block) => block.shrink === shrink;
  const place = blocks.findIndex(isSo);
  if (place === blocks.findLastIndex(isSo)) return place;
  throw new TypeError(`A layout may have only one block that shrinks by "${shrink}"`);
}
