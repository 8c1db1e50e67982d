import type { CuttableBlock } from '@ctx/contract';
import { indentLines } from './line-ends.ts';
import { longestPrefix } from './longest-prefix.ts';
import { firstCharacter } from './surrogate-pairs.ts';
import { truncateToBytes } from './truncate-to-bytes.ts';

/** What fits of a block's text: its beginning, its two ends, or all of it. */
export interface KeptText {
  /** As it is written into the prompt: escaped or indented. */
  readonly written: string;
  readonly isCut: boolean;
  /** Bytes of the text itself that were left out in its middle. */
  readonly middleBytes?: number | undefined;
}

/** The room for a message. */
export interface MessageRoom {
  readonly bytes: number;
  /** Missing without a budget in tokens. */
  readonly tokens?: { readonly max: number; readonly fits: (written: string) => boolean } | undefined;
}

/** A rough average. The search for the longest text within a budget in tokens starts from it. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * The longest beginning of the text that takes at most `roomBytes` and, with a budget in tokens, satisfies `fits`. There
 * must be room for `leastText`.
 */
export function keepText(block: CuttableBlock, { bytes: roomBytes, tokens }: MessageRoom): KeptText {
  const { text } = block;
  if (block.escape !== undefined) {
    const fits = (written: string) =>
      truncateToBytes(written, roomBytes) === written && (tokens?.fits(written) ?? true);
    const { written, length } = longestPrefix(text, roomBytes, block.escape, fits);
    return { written, isCut: length < text.length };
  }
  // A code unit takes at least one byte. So of a 50 MB text, only the part that may fit is indented.
  const isTooLong = text.length > roomBytes;
  const written = writtenText(block, text.slice(0, roomBytes));
  const byBytes = truncateToBytes(written, roomBytes);
  const kept = tokens
    ? longestPrefix(byBytes, tokens.max * CHARACTERS_PER_TOKEN, verbatim, tokens.fits).written
    : byBytes;
  return { written: kept, isCut: isTooLong || kept.length < written.length };
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
