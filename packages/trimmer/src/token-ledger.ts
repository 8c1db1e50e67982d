import type { Block, MessagesBlock, TokenCounter } from '@ctx/contract';
import { countTokens } from './count-tokens.ts';
import type { KeptLines } from './rendered-lines.ts';
import { SEPARATOR, type Sections } from './sections.ts';

/** Counts the tokens of sections: the sum over their pieces, each with the line ends after it. */
export interface TokenLedger {
  readonly counter: TokenCounter;
  readonly max: number;
  /** The line ends after the section at `index`: a separator, or nothing for the last section. */
  endOf(index: number): string;
  /** Tokens of the section at `index` with this body. */
  section(index: number, body: string | KeptLines): number;
  /** Tokens of the heading, footer and last line of the block at `index`. */
  frame(index: number): number;
  /** Tokens of all sections except the one at `index`, if that section is in the prompt too. -1 for all sections. */
  allBut(index: number): number;
}

/** `sections` may be filled while the ledger is in use. `system` is the index of the system block, or -1. */
export function createTokenLedger(
  blocks: readonly Block[],
  sections: Sections,
  system: number,
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
  /** `present` is the index of a section that counts as there, although it is not decided yet. */
  const endIf = (index: number, present: number): string => {
    if (index === system) return '';
    const isLast = sections.every(
      (section, at) => at <= index || at === system || (section === undefined && at !== present),
    );
    return isLast ? '' : SEPARATOR;
  };
  const frameTokens = (index: number, end: string): number => {
    // Only a block of messages has a `lastLine`.
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
    endOf: (index) => endIf(index, -1),
    section: (index, body) => sectionTokens(index, body, endIf(index, -1)),
    frame: (index) => frameTokens(index, endIf(index, -1)),
    allBut(index) {
      let tokens = 0;
      sections.forEach((section, at) => {
        if (section !== undefined && at !== index) tokens += sectionTokens(at, section.body, endIf(at, index));
      });
      return tokens;
    },
  };
}
