/** @throws TypeError with the rule, unless it holds. */
export function must(holds: boolean, rule: string): void {
  if (!holds) throw new TypeError(rule);
}
