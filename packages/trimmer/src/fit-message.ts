import type { CuttableBlock } from '@ctx/contract';
import { indentLines } from './line-ends.ts';
import { firstCharacter, longestPrefix } from './longest-prefix.ts';
import { truncateToBytes } from './truncate-to-bytes.ts';

/** The beginning of a block's text that fits, or all of it. */
export interface KeptText {
  /** As it is written into the prompt: escaped or indented. */
  readonly written: string;
  readonly isCut: boolean;
}

/** A rough average. The search for the longest text within a budget in tokens starts from it. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * The longest beginning of the text that takes at most `maxBytes` and, with a budget in tokens, satisfies `fits`.
 * Returns `undefined` if not even one character fits.
 */
export function keepText(
  block: CuttableBlock,
  maxBytes: number,
  tokens?: { readonly max: number; readonly fits: (written: string) => boolean },
): KeptText | undefined {
  const { text } = block;
  if (maxBytes <= 0) return undefined;
  if (block.escape !== undefined) {
    const fits = (written: string) => truncateToBytes(written, maxBytes) === written && (tokens?.fits(written) ?? true);
    const kept = longestPrefix(text, maxBytes, block.escape, fits);
    return kept && { written: kept.written, isCut: kept.length < text.length };
  }
  // A code unit takes at least one byte. So of a 50 MB text, only the part that may fit is indented.
  const isTooLong = text.length > maxBytes;
  const written = writtenText(block, isTooLong ? text.slice(0, Math.floor(maxBytes) + 2) : text);
  const byBytes = truncateToBytes(written, maxBytes);
  const guess = (tokens?.max ?? 0) * CHARACTERS_PER_TOKEN;
  const kept = tokens && byBytes ? longestPrefix(byBytes, guess, verbatim, tokens.fits)?.written : byBytes;
  return kept ? { written: kept, isCut: isTooLong || kept.length < written.length } : undefined;
}

/** `text`, by default all text of the block, as it is written into the prompt. */
export function writtenText(block: CuttableBlock, text = block.text): string {
  if (block.escape !== undefined) return block.escape(text);
  return block.indent === undefined ? text : indentLines(text, block.indent);
}

/** The least that must fit: the first character, as it is written into the prompt. */
export function leastText(block: CuttableBlock): string {
  const first = firstCharacter(block.text);
  return block.escape === undefined ? first : block.escape(first);
}

function verbatim(text: string): string {
  return text;
}
