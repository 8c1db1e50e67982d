import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessFamily } from './process-family.ts';

const FIRST_POLL_MS = 2;
const SLOWEST_POLL_MS = 100;
const KILL_DEADLINE_MS = 2_000;

/**
 * Ends every process of a family: SIGTERM, a grace, SIGKILL for what is left, also for what was started meanwhile. Resolves when none lives, or when even SIGKILL did not help for two seconds.
 */
export async function endFamily(family: ProcessFamily, graceMs: number): Promise<void> {
  if (!family.isAlive()) return;
  // Whoever the members found just now have started: once these are gone there is no tree to see.
  family.noteTree();
  if (await isGoneWithin(family, 'SIGTERM', graceMs)) return;
  await isGoneWithin(family, 'SIGKILL', KILL_DEADLINE_MS);
}

async function isGoneWithin(family: ProcessFamily, signal: 'SIGTERM' | 'SIGKILL', limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, SLOWEST_POLL_MS)) {
    // Every time: members may have been found only now.
    family.signal(signal);
    const leftMs = deadline - performance.now();
    await sleep(Math.max(0, Math.min(pollMs, leftMs)));
    if (!family.isAlive()) return true;
    if (leftMs <= 0) return false;
  }
}
