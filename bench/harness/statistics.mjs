/** The median of some numbers; `undefined` if there are none. */
export function median(numbers) {
  if (numbers.length === 0) return undefined;
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The width of the middle half of the numbers, divided by the median; `undefined` for fewer than four. */
export function spread(numbers) {
  if (numbers.length < 4) return undefined;
  const sorted = [...numbers].sort((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  return (sorted[sorted.length - 1 - quarter] - sorted[quarter]) / median(sorted);
}
