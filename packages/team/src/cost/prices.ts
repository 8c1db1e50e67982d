import type { Usage } from '@ctx/contract';

/** What a model costs, in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Input that was read from a cache. Default: as `input`. */
  readonly cachedInput?: number | undefined;
  readonly output: number;
}

/** Prices by model, as the agents call them. */
export type Prices = Readonly<Record<string, ModelPrice>>;

const MILLION = 1_000_000;

/** What a turn cost by the price of its model; `undefined` when the model has none, or the agent did not say what it used. */
export function priceOf(prices: Prices | undefined, models: readonly (string | undefined)[], usage: Usage | undefined) {
  const model = models.find((name) => name !== undefined && prices !== undefined && Object.hasOwn(prices, name));
  const price = model === undefined ? undefined : prices?.[model];
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage ?? {};
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const input = (inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + outputTokens * price.output) / MILLION;
}
