import { readFileSync, writeFileSync } from 'node:fs';

/** How long to wait until the collector's threads have returned freed memory. */
const REST_MS = 300;

/**
 * The peak memory of the process during `work`, minus its memory before, in bytes; `undefined` on systems other than Linux.
 * Linux keeps a high-water mark that can be reset. Memory that is freed after the reset would hide the same amount of new
 * memory, so garbage is collected first.
 */
export async function peakMemoryOf(work) {
  if (process.platform !== 'linux') return undefined;
  for (let count = 0; count < 2; count++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  writeFileSync('/proc/self/clear_refs', '5');
  const before = highWaterBytes();
  await work();
  return highWaterBytes() - before;
}

function highWaterBytes() {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
