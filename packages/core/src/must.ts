/** @throws TypeError with the rule as its message, unless the rule holds. */
export function must(holds: boolean, rule: string): void {
  if (!holds) throw new TypeError(rule);
}
