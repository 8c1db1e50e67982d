/** The known name that is closest to a misspelt one; `undefined` when none is similar enough to suggest. */
export function closestName(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return bestDistance <= Math.max(1, Math.floor(wanted.length / 3)) ? best : undefined;
}

// An insertion, a deletion, a replacement and a swap of neighbours each count as one: `memebrs` has distance 1.
function editDistance(a: string, b: string): number {
  const MAX_COMPARED = 64;
  if (a.length > MAX_COMPARED || b.length > MAX_COMPARED) return Number.POSITIVE_INFINITY;
  let twoBack: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(previous[column - 1]! + (same ? 0 : 1), previous[column]! + 1, current[column - 1]! + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, twoBack[column - 2]! + 1);
      current.push(cost);
    }
    twoBack = previous;
    previous = current;
  }
  return previous[b.length]!;
}
