import { readFileSync, writeFileSync } from 'node:fs';

/** How long the collector's threads get to hand back what was freed. */
const REST_MS = 300;

/**
 * By how many bytes the process's memory peaked during `work`, over what it took before; `undefined` where the system
 * cannot tell. Linux keeps a high-water mark that can be set back. Memory that is still being handed back when it is set
 * would hide as much of what `work` takes, so garbage is collected and gone first.
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
