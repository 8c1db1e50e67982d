/** Counts tokens, exactly for one kind of model or as an estimate. */
export interface TokenCounter {
  /** Name of the counting method in receipts, such as `estimate` or `o200k_base`. */
  readonly id: string;
  /** `false` for an estimate. */
  readonly exact: boolean;
  /** Tokens of `text`, a number ≥ 0. Must be pure. The trimmer passes short pieces, so it need not be linear. */
  count(text: string): number;
}
