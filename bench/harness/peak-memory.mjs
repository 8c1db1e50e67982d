import { readFileSync, writeFileSync } from 'node:fs';

/**
 * By how many bytes the process's memory peaked during `work`, over what it took before; `undefined` where the system
 * cannot tell. Linux keeps a high-water mark that can be set back.
 */
export async function peakMemoryOf(work) {
  if (process.platform !== 'linux') return undefined;
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
  const before = highWaterBytes();
  await work();
  return Math.max(0, highWaterBytes() - before);
}

function highWaterBytes() {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
