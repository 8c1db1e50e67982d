// All times are CPU time of the whole process. It does not depend on other programs, and it includes the threads of the
// garbage collector.

/** The CPU time of `work` in microseconds. */
export function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The CPU time of asynchronous work in microseconds. */
export async function cpuOfAsync(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Collects young garbage and waits for the collector's threads, so that a sample contains only its own garbage collection.
 * A full collection would also discard compiled code, and the sample would then contain the time to compile it again.
 */
export async function settle() {
  globalThis.gc?.({ type: 'minor' });
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Finds how many calls a sample needs to take `targetUs`, by doubling. This also warms up the code. Each number is tried
 * twice and must be long enough both times, because the very first call may do work that later calls do not.
 */
export async function calibrate(sampleUs, targetUs, maxCalls = 1_000_000) {
  let calls = 1;
  for (;;) {
    const us = Math.min(await sampleUs(calls), await sampleUs(calls));
    if (us >= targetUs || calls >= maxCalls) return calls;
    calls = Math.min(maxCalls, us < targetUs / 10 ? calls * 8 : calls * 2);
  }
}
