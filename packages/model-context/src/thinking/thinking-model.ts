/** Says of a model whether it thinks in its text. */
export interface ThinkTagOptions {
  /** True for a model that does although its name does not say so. */
  readonly thinkTags?: boolean | undefined;
}

/**
 * True for models that think in their answer's text: those whose name contains `qwen`, `qwq` or `deepseek-r1`, in any
 * case, and those the caller says it of.
 */
export function isThinkingModel(model: string | undefined, options: ThinkTagOptions = {}): boolean {
  return options.thinkTags === true || (model !== undefined && /qwen|qwq|deepseek-r1/i.test(model));
}
