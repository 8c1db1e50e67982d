import { rmSync } from 'node:fs';
import type { ProcessFamily } from './process-family.ts';

/** What must not outlive the host. */
export interface LiveTurn {
  readonly family: ProcessFamily;
  /** Folder of its private files. */
  readonly folder?: string | undefined;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const liveTurns = new Set<LiveTurn>();

/**
 * Keeps a turn known until the returned function is called: should the host exit, crash with an exception or be ended
 * by a signal nobody else handles, the turn's processes are killed and its files removed. SIGKILL leaves no chance.
 */
export function trackLiveTurn(turn: LiveTurn): () => void {
  if (liveTurns.size === 0) listen();
  liveTurns.add(turn);
  return () => {
    if (liveTurns.delete(turn) && liveTurns.size === 0) stopListening();
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
  for (const { family, folder } of liveTurns) {
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
