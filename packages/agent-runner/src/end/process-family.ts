import { randomBytes } from 'node:crypto';
import { readCommandSync } from '../start/child-process.ts';
import { hasProcess } from './process-stat.ts';
import {
  descendantsOf,
  isAlive,
  membersOfGroup,
  type ProcessRow,
  processesWithVariable,
  startTimeOf,
} from './process-table.ts';

/** Begins the name of the variable that marks the processes of one turn. */
export const MARKER_PREFIX = 'CTX_TURN_';

/** A new marker: the name of a variable nothing else on the machine carries. */
export function createMarker(): string {
  return MARKER_PREFIX + randomBytes(9).toString('hex').toUpperCase();
}

/** A process shows no environment for a moment while it changes into another program; after this it has none. */
const MOST_UNCLEAR_LOOKS = 5;

/** All processes of one turn. */
export interface ProcessFamily {
  /** Remembers the tree as it is now; once the leader is gone there is no tree to see. */
  noteTree(): void;
  /** Sends a signal to every member that is known and lives; SIGTERM once to each, since a second one means haste. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** True while any member lives: those known, those in the group and those with the marker, which are then known too. */
  isAlive(): boolean;
}

/**
 * The processes that descend from a leader, are in its group or carry its marker. Members are remembered with their
 * start time, so that a number the system has given to somebody else meanwhile is left alone.
 */
export function createProcessFamily(leaderPid: number, marker: string): ProcessFamily {
  const members = new Map<number, ProcessRow>();
  const leaderStartedAt = startTimeOf(leaderPid);
  const asked = new Set<number>();
  const unclearLooks = new Map<number, number>();

  const remember = (rows: readonly ProcessRow[]): void => {
    for (const row of rows) members.set(row.pid, row);
  };

  /** True when a process that is younger than the leader may yet turn out to be a member. */
  const isAnyUnclear = (rows: readonly ProcessRow[]): boolean => {
    let isAny = false;
    for (const { pid, startedAt } of rows) {
      const looks = (unclearLooks.get(pid) ?? 0) + 1;
      unclearLooks.set(pid, looks);
      // Not "younger or unknown": without the leader's time every process without variables would cost the wait.
      if (Number(startedAt) >= leaderStartedAt && looks <= MOST_UNCLEAR_LOOKS) isAny = true;
    }
    return isAny;
  };

  return {
    noteTree() {
      remember(descendantsOf(leaderPid));
    },
    signal(signal) {
      if (process.platform === 'win32') {
        readCommandSync('taskkill', ['/PID', String(leaderPid), '/T', ...(signal === 'SIGKILL' ? ['/F'] : [])]);
        return;
      }
      const living = [...members.values()].filter(
        (row) => isAlive(row) && (signal === 'SIGKILL' || !asked.has(row.pid)),
      );
      // To the group as a whole as well: it may have grown since it was noted.
      if (living.some((row) => row.groupId === leaderPid)) send(-leaderPid, signal);
      for (const row of living) send(row.pid, signal);
      if (signal === 'SIGTERM') for (const row of living) asked.add(row.pid);
    },
    isAlive() {
      if (process.platform === 'win32') return hasProcess(leaderPid);
      remember(membersOfGroup(leaderPid));
      const { found, unclear } = processesWithVariable(marker);
      remember(found);
      for (const row of members.values()) if (!isAlive(row)) members.delete(row.pid);
      return isAnyUnclear(unclear) || members.size > 0;
    },
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
