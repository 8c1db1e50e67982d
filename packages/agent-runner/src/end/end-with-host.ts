import { rmSync } from 'node:fs';
import type { ProcessFamily } from './process-family.ts';

const KILL_DEADLINE_MS = 2_000;
const POLL_MS = 2;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** For each process family that must not outlive the host, the folder of its turn. */
const folders = new Map<ProcessFamily, string | undefined>();

/**
 * Kills the processes and removes the folder if the host exits, crashes with an exception or is ended by a signal that
 * has no other handler. Active until the returned function is called. The watchdog covers SIGKILL, which cannot be
 * caught.
 */
export function endWithHost(family: ProcessFamily, folder: string | undefined): () => void {
  if (folders.size === 0) listen();
  folders.set(family, folder);
  return () => {
    if (folders.delete(family) && folders.size === 0) stopListening();
  };
}

function listen(): void {
  process.on('exit', killAll);
  for (const signal of SIGNALS) process.on(signal, killAllAndDie);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of SIGNALS) process.off(signal, killAllAndDie);
}

function killAll(): void {
  for (const family of folders.keys()) family.noteTree();
  const deadline = performance.now() + KILL_DEADLINE_MS;
  let living = [...folders.keys()].filter((family) => family.isAlive());
  // In rounds, for processes started since the last check, and until they are gone: a large one takes a while to die.
  while (living.length > 0 && performance.now() < deadline) {
    for (const family of living) family.signal('SIGKILL');
    pauseThread(POLL_MS);
    living = living.filter((family) => family.isAlive());
  }
  for (const folder of folders.values()) if (folder !== undefined) removeFolder(folder);
}

/** Nothing asynchronous happens in a process that is exiting. */
function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A process that could not be killed may still be writing there. The other turns must be ended all the same.
  }
}

function killAllAndDie(signal: NodeJS.Signals): void {
  // Another handler decides whether the host exits. If it does, the `exit` event calls `killAll`.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}
