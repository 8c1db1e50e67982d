import { rmSync } from 'node:fs';
import type { ProcessFamily } from './process-family.ts';

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
  for (const [family, folder] of folders) {
    family.noteTree();
    // In rounds, for processes started since the last check. Each check gives the signal time to work.
    for (let round = 0; round < 10 && family.isAlive(); round++) family.signal('SIGKILL');
    if (folder !== undefined) removeFolder(folder);
  }
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
