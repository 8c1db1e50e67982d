/** True for models that think in their answer's text: those whose name contains `qwen` or `qwq`, in any case. */
export function isThinkingModel(model: string | undefined): boolean {
  return model !== undefined && /qwen|qwq/i.test(model);
}
