import type { CuttableBlock } from '@ctx/contract';
import { indentLines } from './line-ends.ts';
import { firstCharacter, longestPrefix } from './longest-prefix.ts';
import { truncateToBytes } from './truncate-to-bytes.ts';

/** What is left of a text that may lose its end, as it is written. */
export interface KeptText {
  readonly written: string;
  readonly isCut: boolean;
}

/** Characters that a token stands for, roughly: where a search for the longest text within a number of them begins. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * As much of the text from its beginning as takes `maxBytes` and, with a budget in tokens, `fits` agrees to. `undefined`
 * when not even one character does.
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
  // What is too long in code units is too long in bytes: of a text of 50 MB only the part that may fit is written.
  const isTooLong = text.length > maxBytes;
  const written = writtenText(block, isTooLong ? text.slice(0, Math.floor(maxBytes) + 2) : text);
  const byBytes = truncateToBytes(written, maxBytes);
  const guess = (tokens?.max ?? 0) * CHARACTERS_PER_TOKEN;
  const kept = tokens && byBytes ? longestPrefix(byBytes, guess, asItIs, tokens.fits)?.written : byBytes;
  return kept ? { written: kept, isCut: isTooLong || kept.length < written.length } : undefined;
}

/** Some text of the block as it is written, or all of it. */
export function writtenText(block: CuttableBlock, text = block.text): string {
  if (block.escape !== undefined) return block.escape(text);
  return block.indent === undefined ? text : indentLines(text, block.indent);
}

/** The least that must fit: one character, as it is written. */
export function leastText(block: CuttableBlock): string {
  const first = firstCharacter(block.text);
  return block.escape === undefined ? first : block.escape(first);
}

function asItIs(text: string): string {
  return text;
}
