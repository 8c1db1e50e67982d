import type { Block, MessagesBlock, TokenCounter } from '@ctx/contract';
import { countTokens } from './count-tokens.ts';
import type { KeptLines } from './rendered-lines.ts';
import { SEPARATOR, type Sections } from './sections.ts';

/** Counts the tokens of sections: the sum over their pieces, each with the line ends after it. */
export interface TokenLedger {
  readonly counter: TokenCounter;
  readonly max: number;
  /** What follows the section at `index` in the prompt. */
  endOf(index: number): string;
  /** Tokens of one section. */
  section(index: number, body: string | KeptLines): number;
  /** Tokens of a block's heading, footer and last line. */
  frame(index: number): number;
  /** Tokens of all sections but the one at `index`, which is taken to be there. */
  around(index: number): number;
}

/** `sections` may fill up while the ledger is used. */
export function createTokenLedger(
  blocks: readonly Block[],
  sections: Sections,
  system: number,
  counter: TokenCounter,
  max: number,
): TokenLedger {
  // Instructions and task are counted once, not again for each question of what fits beside them.
  const counted = new Map<string, number>();
  const count = (text: string): number => {
    const known = counted.get(text) ?? countTokens(counter, text);
    counted.set(text, known);
    return known;
  };
  const endWhere = (index: number, other: number): string => {
    if (index === system) return '';
    const isLast = sections.every(
      (section, at) => at <= index || at === system || (section === undefined && at !== other),
    );
    return isLast ? '' : SEPARATOR;
  };
  const frameTokens = (index: number, end: string): number => {
    // Only messages have a last line.
    const { heading, footer, lastLine } = blocks[index] as MessagesBlock;
    if (index === system) return 0;
    return (
      (heading ? count(`${heading}\n`) : 0) +
      (lastLine ? count(lastLine + (footer ? '\n' : end)) : 0) +
      (footer ? count(footer + end) : 0)
    );
  };
  const sectionTokens = (index: number, body: string | KeptLines, end: string): number => {
    const hasFooter = index !== system && Boolean(blocks[index]!.footer);
    const bodyTokens = typeof body === 'string' ? count(body + (hasFooter ? '\n' : end)) : body.tokens;
    return bodyTokens + frameTokens(index, end);
  };
  return {
    counter,
    max,
    endOf: (index) => endWhere(index, -1),
    section: (index, body) => sectionTokens(index, body, endWhere(index, -1)),
    frame: (index) => frameTokens(index, endWhere(index, -1)),
    around(index) {
      let tokens = 0;
      sections.forEach((section, at) => {
        if (section !== undefined && at !== index) tokens += sectionTokens(at, section.body, endWhere(at, index));
      });
      return tokens;
    },
  };
}
