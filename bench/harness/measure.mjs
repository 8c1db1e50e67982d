// CPU time of the whole process: it does not grow when other programs take the machine, and it counts the garbage
// collector's threads, so that nobody hides work in them.

/** CPU microseconds `work` takes. */
export function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The same for work that is awaited. */
export async function cpuOfAsync(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Collects young garbage and lets the collector's threads come to rest, so that a sample pays for its own garbage only.
 * Not a full collection: that throws compiled code away, too, and the sample would pay for compiling it again.
 */
export async function settle() {
  globalThis.gc?.({ type: 'minor' });
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * How many calls a sample needs to take `targetUs`, found by doubling; warms the code up on the way. A number counts only
 * when it lasts long enough twice: a first call does what later ones find done, and alone would pass for a whole sample.
 */
export async function calibrate(sampleUs, targetUs, maxCalls = 1_000_000) {
  let calls = 1;
  for (;;) {
    const us = Math.min(await sampleUs(calls), await sampleUs(calls));
    if (us >= targetUs || calls >= maxCalls) return calls;
    calls = Math.min(maxCalls, us < targetUs / 10 ? calls * 8 : calls * 2);
  }
}
