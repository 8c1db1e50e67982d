/** Lets so many things be done at the same time; the others wait, first come, first served. */
export function createHands(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async use<Value>(work: () => Promise<Value>): Promise<Value> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
