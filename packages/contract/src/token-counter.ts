/** Counts tokens the way one kind of model does, exactly or as an estimate. */
export interface TokenCounter {
  /** Name of the way of counting, as receipts tell it: `estimate`, `o200k_base`. */
  readonly id: string;
  /** `false` for an estimate. */
  readonly exact: boolean;
  /** Tokens of `text`; pure. It is called with pieces of bounded length, so it need not be linear. */
  count(text: string): number;
}
