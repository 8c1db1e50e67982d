import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessFamily } from './process-family.ts';

const FIRST_POLL_MS = 2;
const SLOWEST_POLL_MS = 100;
const KILL_DEADLINE_MS = 2_000;

/**
 * Ends every process of a family: sends SIGTERM, waits `graceMs`, then sends SIGKILL to the rest. Processes started in
 * the meantime are included. Resolves when none is alive, or two seconds after SIGKILL.
 */
export async function endFamily(family: ProcessFamily, graceMs: number): Promise<void> {
  if (!family.isAlive()) return;
  // Record the descendants now: when their parents are gone, the tree no longer shows them.
  family.noteTree();
  if (await signalUntilGone(family, 'SIGTERM', graceMs)) return;
  await signalUntilGone(family, 'SIGKILL', KILL_DEADLINE_MS);
}

/** Sends the signal until no process is left. False if some are left after `limitMs`. */
async function signalUntilGone(
  family: ProcessFamily,
  signal: 'SIGTERM' | 'SIGKILL',
  limitMs: number,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, SLOWEST_POLL_MS)) {
    // In every round, since `isAlive` may have found new members.
    family.signal(signal);
    const leftMs = deadline - performance.now();
    await sleep(Math.max(0, Math.min(pollMs, leftMs)));
    if (!family.isAlive()) return true;
    if (leftMs <= 0) return false;
  }
}
