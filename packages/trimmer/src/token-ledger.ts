import type { Block, MessagesBlock, TokenCounter } from '@ctx/contract';
import { countTokens } from './count-tokens.ts';
import type { KeptLines } from './rendered-lines.ts';
import { SEPARATOR, type Sections } from './sections.ts';

/**
 * Counts the tokens of sections: the sum over their pieces, each with the line ends after it. A prompt with a task and a
 * message has the pieces `[TEAM_TASK]\n`, `Ship it.\n\n`, `[MESSAGE]\n` and `Why?`.
 */
export interface TokenLedger {
  readonly counter: TokenCounter;
  readonly max: number;
  /** The line ends after the section at `index`: a separator, or nothing for the last section. */
  endOf(index: number): string;
  /** Tokens of the section at `index` with this body. */
  section(index: number, body: string | KeptLines): number;
  /** Tokens of the heading, footer and last line of the block at `index`. */
  fixed(index: number): number;
  /** Tokens of all sections. */
  total(): number;
  /**
   * Tokens of all sections but the one at `index`, as they are when that section is in the prompt: the one before it
   * then ends with a separator.
   */
  totalAround(index: number): number;
}

/** `sections` may be filled while the ledger is in use. `systemIndex` is the index of the system block, or -1. */
export function createTokenLedger(
  blocks: readonly Block[],
  sections: Sections,
  systemIndex: number,
  counter: TokenCounter,
  max: number,
): TokenLedger {
  // The same instructions and task are counted for every attempt to fit something next to them.
  const counted = new Map<string, number>();
  const count = (text: string): number => {
    const known = counted.get(text) ?? countTokens(counter, text);
    counted.set(text, known);
    return known;
  };
  /** `added` is the index of a section that counts as present, although it is not decided yet. */
  const endOf = (index: number, added = -1): string => {
    const isFollowed = sections.some(
      (section, at) => at > index && at !== systemIndex && (section !== undefined || at === added),
    );
    return isFollowed && index !== systemIndex ? SEPARATOR : '';
  };
  const fixedTokens = (index: number, end: string): number => {
    // Only a block of messages has a `lastLine`.
    const { heading, footer, lastLine } = blocks[index] as MessagesBlock;
    if (index === systemIndex) return 0;
    return (
      (heading ? count(`${heading}\n`) : 0) +
      (lastLine ? count(lastLine + (footer ? '\n' : end)) : 0) +
      (footer ? count(footer + end) : 0)
    );
  };
  const sectionTokens = (index: number, body: string | KeptLines, end: string): number => {
    const hasFooter = index !== systemIndex && Boolean(blocks[index]!.footer);
    const bodyTokens = typeof body === 'string' ? count(body + (hasFooter ? '\n' : end)) : body.tokens;
    return bodyTokens + fixedTokens(index, end);
  };
  const totalAround = (index: number): number => {
    let tokens = 0;
    sections.forEach((section, at) => {
      if (section !== undefined && at !== index) tokens += sectionTokens(at, section.body, endOf(at, index));
    });
    return tokens;
  };
  return {
    counter,
    max,
    endOf: (index) => endOf(index),
    section: (index, body) => sectionTokens(index, body, endOf(index)),
    fixed: (index) => fixedTokens(index, endOf(index)),
    total: () => totalAround(-1),
    totalAround,
  };
}
