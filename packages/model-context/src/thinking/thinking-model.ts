/** Whether a model writes its thinking into the answer. */
export interface ThinkTagOptions {
  /** True for a model that does so but has a name this package does not know. */
  readonly thinkTags?: boolean | undefined;
}

/**
 * True for models that write their thinking into the answer: those whose name contains `qwen`, `qwq` or `deepseek-r1`,
 * in upper or lower case, and all models with `thinkTags: true`.
 */
export function isThinkingModel(model: string, options: ThinkTagOptions = {}): boolean {
  return options.thinkTags === true || /qwen|qwq|deepseek-r1/i.test(model);
}
