import type { AssemblerInput, AssemblerOutput, TokenCounter } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';

/** The unit of a budget. */
export interface BudgetUnit {
  readonly name: 'bytes' | 'tokens';
  /** How the author should count, for advice. */
  readonly counting: string;
  /** The size of an output. */
  size(output: AssemblerOutput): number;
  /** The input with this budget, frozen. */
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
 * One token for each code point. The counts of the pieces of a prompt add up to the count of the whole, however it is
 * divided.
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

/** Tokens, one for each code point. */
export const TOKENS: BudgetUnit = {
  name: 'tokens',
  counting: 'Count with input.tokenCounter',
  size: ({ prompt, systemFlag }) => CODE_POINTS.count(prompt) + CODE_POINTS.count(systemFlag ?? ''),
  limited: (input, maxTokens) => Object.freeze({ ...input, maxTokens, tokenCounter: CODE_POINTS }),
};
