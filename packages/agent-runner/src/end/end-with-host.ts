import { rmSync } from 'node:fs';
import type { ProcessFamily } from './process-family.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What must not outlive the host: processes, each with the folder of its turn. */
const folders = new Map<ProcessFamily, string | undefined>();

/**
 * Until the returned function is called: should the host exit, crash with an exception or be ended by a signal nobody
 * else handles, these processes are killed and the folder of their files is removed. SIGKILL leaves no chance: that is what the watchdog is for.
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
    // More than once, for what was started between the look and the signal; each look gives the signal time to work.
    for (let round = 0; round < 10 && family.isAlive(); round++) family.signal('SIGKILL');
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function killAllAndDie(signal: NodeJS.Signals): void {
  // Somebody else handles the signal and decides what becomes of the host; if it exits, `exit` comes here.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}
