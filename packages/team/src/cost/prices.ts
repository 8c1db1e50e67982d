import type { Usage } from '@ctx/contract';

/** The price of a model, in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Input that was read from a cache. Default: the price of `input`. */
  readonly cachedInput?: number | undefined;
  readonly output: number;
}

/** Prices by model name, as the agents report it. */
export type Prices = Readonly<Record<string, ModelPrice>>;

const MILLION = 1_000_000;

/**
 * The cost of a turn in US dollars, by the price of the first of `models` that has one; `undefined` when none has, or
 * when the agent did not report its tokens.
 */
export function priceOf(prices: Prices | undefined, models: readonly (string | undefined)[], usage: Usage | undefined) {
  const model = models.find((name) => name !== undefined && prices !== undefined && Object.hasOwn(prices, name));
  const price = model === undefined ? undefined : prices?.[model];
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage ?? {};
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const input = (inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + outputTokens * price.output) / MILLION;
}
