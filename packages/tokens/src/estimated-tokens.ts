import { estimateTokens } from './estimate-tokens.ts';

/** Counts tokens. The same shape as `TokenCounter` of `@ctx/contract`, so that this package needs no dependency. */
export interface TokenCounter {
  /** Name of the counting method in receipts. */
  readonly id: string;
  /** `false` for an estimate. */
  readonly exact: boolean;
  /** Tokens of `text`. Linear in its length. */
  count(text: string): number;
}

/** `estimateTokens` as a counter. */
export const estimatedTokens: TokenCounter = { id: 'estimate', exact: false, count: estimateTokens };
