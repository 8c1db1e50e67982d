/** Gives back a number that may be infinite. @throws RangeError for one that is negative or NaN. */
export function requireNumber(name: string, value: number): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new RangeError(`${name} must be a number ≥ 0, got ${String(value)}`);
}
