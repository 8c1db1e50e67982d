import { readCommandSync } from '../start/child-process.ts';
import { hasProcess } from './process-stat.ts';
import { isAlive, type ProcessIdentity, type ProcessRow, processesWithVariable } from './process-table.ts';
import { type ProcessTree, readProcessTree } from './process-tree.ts';

/** A process shows no environment for a moment while it changes into another program; after this it has none. */
const MOST_UNCLEAR_LOOKS = 5;

/** All processes of one turn. */
export interface ProcessFamily {
  /** Remembers the tree as it is now: who leaves it later stays a member. Gives all members that live. */
  noteTree(tree?: ProcessTree): readonly ProcessRow[];
  /** Sends a signal to every member that is known and lives; SIGTERM once to each, since many take a second for haste. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** True while any member lives: those known, those in the group and those with the marker, which are then known too. */
  isAlive(): boolean;
}

/** What is known about a family from elsewhere. */
export interface KnownMembers {
  /** The process that started all the others, and leads their group. */
  readonly leader?: ProcessIdentity | undefined;
  /** Others that were seen in its tree. */
  readonly seen?: readonly ProcessRow[] | undefined;
}

/**
 * The processes that carry a marker, descend from a leader, are in its group, or descend from any of these. Members are
 * remembered with their start time, so that a number the system has given to somebody else meanwhile is left alone.
 */
export function createProcessFamily(marker: string, { leader, seen = [] }: KnownMembers = {}): ProcessFamily {
  const members = new Map<number, ProcessRow>();
  const asked = new Set<number>();
  const unclearLooks = new Map<number, number>();
  // Whatever is as old as the leader or younger may turn out to be a member. Where its time is unknown, nothing is: then
  // there are no environments to be seen either.
  const oldestStart = leader === undefined ? 0 : Number(leader.startedAt || Number.NaN);

  const remember = (rows: readonly ProcessRow[]): void => {
    for (const row of rows) members.set(row.pid, row);
  };
  remember(seen);

  const noteTree = (tree: ProcessTree): void => {
    const found = tree.descendants(leader === undefined ? members.values() : [leader, ...members.values()]);
    members.clear();
    remember(found);
  };

  const hasGroup = (): boolean => leader !== undefined && hasProcess(-leader.pid);

  const isAnyUnclear = (rows: readonly ProcessRow[]): boolean => {
    let isAny = false;
    for (const { pid, startedAt } of rows) {
      const looks = (unclearLooks.get(pid) ?? 0) + 1;
      unclearLooks.set(pid, looks);
      if (Number(startedAt) >= oldestStart && looks <= MOST_UNCLEAR_LOOKS) isAny = true;
    }
    return isAny;
  };

  return {
    noteTree(tree = readProcessTree()) {
      noteTree(tree);
      return [...members.values()];
    },
    signal(signal) {
      if (process.platform === 'win32') {
        if (leader !== undefined) endTreeOnWindows(leader.pid, signal);
        return;
      }
      const living = [...members.values()].filter(
        (row) => isAlive(row) && (signal === 'SIGKILL' || !asked.has(row.pid)),
      );
      // To the group as a whole as well: it may have grown since it was noted.
      if (leader !== undefined && living.some((row) => row.groupId === leader.pid)) send(-leader.pid, signal);
      for (const row of living) send(row.pid, signal);
      if (signal === 'SIGTERM') for (const row of living) asked.add(row.pid);
    },
    isAlive() {
      if (process.platform === 'win32') return leader !== undefined && hasProcess(leader.pid);
      // Most turns have nobody left when asked, and then the table need not be read.
      if (members.size > 0 || hasGroup()) {
        const tree = readProcessTree();
        if (leader !== undefined) remember(tree.membersOfGroup(leader));
        noteTree(tree);
      }
      // Last, and whoever is found counts, even if it is gone by now: it may have started another one on its way.
      const { found, unclear } = processesWithVariable(marker);
      remember(found);
      return isAnyUnclear(unclear) || members.size > 0;
    },
  };
}

function endTreeOnWindows(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  readCommandSync('taskkill', ['/PID', String(pid), '/T', ...(signal === 'SIGKILL' ? ['/F'] : [])]);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
