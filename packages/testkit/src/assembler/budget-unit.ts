import type { AssemblerInput, AssemblerOutput, TokenCounter } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';

/** What a budget is counted in. */
export interface BudgetUnit {
  readonly name: 'bytes' | 'tokens';
  /** How the author counts it, for advice. */
  readonly counting: string;
  /** What an output takes of the budget. */
  size(output: AssemblerOutput): number;
  /** The input with this budget, frozen, and no other budget to speak of. */
  limited(input: AssemblerInput, budget: number): AssemblerInput;
}

/** Bytes of UTF-8. */
export const BYTES: BudgetUnit = {
  name: 'bytes',
  counting: 'Count UTF-8 bytes (new TextEncoder().encode(text).length)',
  size: outputBytes,
  limited: (input, maxBytes) => Object.freeze({ ...input, maxBytes }),
};

/**
 * A token for each code point: additive, so that it does not matter into which pieces a prompt is divided to count it.
 */
export const CODE_POINTS: TokenCounter = Object.freeze({
  id: 'code points',
  exact: true,
  count: (text: string) => {
    let characters = 0;
    for (const _ of text) characters++;
    return characters;
  },
});

/** Tokens, a code point each. */
export const TOKENS: BudgetUnit = {
  name: 'tokens',
  counting: 'Count with input.tokenCounter',
  size: ({ prompt, systemFlag }) => CODE_POINTS.count(prompt) + CODE_POINTS.count(systemFlag ?? ''),
  limited: (input, maxTokens) => Object.freeze({ ...input, maxTokens, tokenCounter: CODE_POINTS }),
};
