import { estimateTokens } from './estimate-tokens.ts';

/** Counts tokens. Spelled like the type of `@ctx/contract`, so each fits where the other is wanted. */
export interface TokenCounter {
  /** Names the way of counting, for receipts. */
  readonly id: string;
  /** True if the count is the one the model's own tokenizer gives. */
  readonly exact: boolean;
  /** Tokens of a text, in time linear in its length. */
  count(text: string): number;
}

/** `estimateTokens` as a counter. */
export const estimatedTokens: TokenCounter = { id: 'estimate', exact: false, count: estimateTokens };
