import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity, ProcessRow } from '../end/process-table.ts';
import { startBesideHost } from '../start/child-process.ts';
import type { WatchdogMessage, WatchedTurn } from './watched-turn.ts';

/** A turn that is ended should this process be killed, until it is over. */
export interface TurnWatch {
  /** Its process is about to be started. */
  starting(): void;
  started(leader: ProcessIdentity): void;
  saw(members: readonly ProcessRow[]): void;
  over(): void;
}

const turns = new Map<number, WatchedTurn>();
let lastId = 0;
/** Where the watchdog of this process listens. One is enough for all turns; the first one starts it. */
let watchdog: Writable | undefined;

/**
 * Has a turn watched, from before its process is started: a host that is killed (`kill -9`) has no time to end anything
 * itself. Where the watchdog's script is missing, as in sources and in bundles, nothing is watched.
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
    // Whoever ended it: the next turn starts another one.
    watchdog = undefined;
  });
  for (const turn of turns.values()) tell(turn);
}

/** Beside the built file that this code is in. */
function findScript(): string | undefined {
  try {
    const path = fileURLToPath(new URL('./ctx-watchdog.js', import.meta.url));
    return existsSync(path) ? path : undefined;
  } catch {
    // A bundler may leave no address to look from.
    return undefined;
  }
}
