import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessFamily } from './process-family.ts';

const FIRST_POLL_MS = 5;
const SLOWEST_POLL_MS = 100;
const KILL_DEADLINE_MS = 2_000;

/**
 * Ends every process of a family whose tree was noted before: SIGTERM, a grace, SIGKILL for what is left, also for what was
 * started meanwhile. Resolves when none lives, or when even SIGKILL did not help for two seconds.
 */
export async function endFamily(family: ProcessFamily, graceMs: number): Promise<void> {
  if (!family.isAlive()) return;
  family.signal('SIGTERM');
  if (await isGoneWithin(family, graceMs)) return;
  const deadline = Date.now() + KILL_DEADLINE_MS;
  do {
    family.signal('SIGKILL');
    if (await isGoneWithin(family, SLOWEST_POLL_MS)) return;
  } while (Date.now() < deadline);
}

async function isGoneWithin(family: ProcessFamily, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, SLOWEST_POLL_MS)) {
    if (!family.isAlive()) return true;
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) return false;
    await sleep(Math.min(pollMs, leftMs));
  }
}
