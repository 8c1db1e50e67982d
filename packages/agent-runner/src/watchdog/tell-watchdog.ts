import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity, ProcessRow } from '../end/process-table.ts';
import { startBesideHost } from '../start/child-process.ts';
import type { WatchdogMessage, WatchedTurn } from './watched-turn.ts';

/** Reports the progress of one turn to the watchdog, which ends the turn if this process is killed. */
export interface TurnWatch {
  /** The turn's process is about to be started. */
  starting(): void;
  started(leader: ProcessIdentity): void;
  saw(members: readonly ProcessRow[]): void;
  over(): void;
}

const turns = new Map<number, WatchedTurn>();
let lastId = 0;
/** Stdin of this process's watchdog. One watchdog serves all turns; the first turn starts it. */
let watchdog: Writable | undefined;

/**
 * Has the watchdog watch a turn, for the case that the host is killed (`kill -9`) and cannot end the turn itself. If
 * the watchdog's script is missing, as in the sources and in bundles, the turn is not watched.
 */
export function createTurnWatch(marker: string, folder: string | undefined): TurnWatch {
  lastId += 1;
  const id = lastId;
  let turn: WatchedTurn = { id, marker, folder };
  let seenPids = '';
  const update = (more: Partial<WatchedTurn>): void => {
    turn = { ...turn, ...more };
    turns.set(id, turn);
    tell(turn);
  };
  return {
    starting() {
      if (watchdog === undefined) startWatchdog();
      update({});
    },
    started: (leader) => update({ leader }),
    saw(seen) {
      const pids = seen.map(({ pid }) => pid).join();
      if (pids !== seenPids) update({ seen });
      seenPids = pids;
    },
    over() {
      if (turns.delete(id)) tell({ id, isOver: true });
    },
  };
}

function tell(message: WatchdogMessage): void {
  watchdog?.write(`${JSON.stringify(message)}\n`);
}

function startWatchdog(): void {
  const script = findScript();
  if (script === undefined) return;
  watchdog = startBesideHost(script, () => {
    // The watchdog has ended. The next turn starts a new one.
    watchdog = undefined;
  });
  for (const turn of turns.values()) tell(turn);
}

/** The watchdog's script, which is built next to the file that contains this code. */
function findScript(): string | undefined {
  try {
    const path = fileURLToPath(new URL('./ctx-watchdog.js', import.meta.url));
    return existsSync(path) ? path : undefined;
  } catch {
    // In some bundles `import.meta.url` is not a usable address.
    return undefined;
  }
}
