/** Runs at most `max` tasks at the same time. The others wait in the order of their calls. */
export function createLimiter(max: number) {
  const waiting: (() => void)[] = [];
  let free = max;
  return {
    async run<Value>(task: () => Promise<Value>): Promise<Value> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
