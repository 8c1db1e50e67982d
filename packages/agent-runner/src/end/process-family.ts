import { readCommandSync } from '../start/child-process.ts';
import { hasProcess } from './process-stat.ts';
import { isAlive, type ProcessIdentity, type ProcessRow, processesWithVariable } from './process-table.ts';
import { type ProcessTree, readProcessTree } from './process-tree.ts';

/** During `exec` a process shows no environment for a moment. After this many reads it counts as having none. */
const MOST_UNCLEAR_READS = 5;

/** All processes of one turn. */
export interface ProcessFamily {
  /** Records the current tree, so that processes that leave it later stay members. Returns all living members. */
  noteTree(tree?: ProcessTree): readonly ProcessRow[];
  /** Sends a signal to every known living member. SIGTERM only once each: many CLIs treat a second as force-quit. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** True while any member is alive. Searches the group and the marked processes too, and records what it finds. */
  isAlive(): boolean;
}

/** Members that are already known. */
export interface KnownMembers {
  /** The first process, which started the others and leads their group. */
  readonly leader?: ProcessIdentity | undefined;
  /** Other processes seen in its tree. */
  readonly seen?: readonly ProcessRow[] | undefined;
}

/**
 * The processes that carry a marker, descend from the leader, are in its group, or descend from any of these. Members
 * are recorded with their start time, so that a process that reuses the PID later is left alone.
 */
export function createProcessFamily(marker: string, { leader, seen = [] }: KnownMembers = {}): ProcessFamily {
  const members = new Map<number, ProcessRow>();
  const terminated = new Set<number>();
  const unclearReads = new Map<number, number>();
  // Only processes that started with the leader or later can be members. Systems other than Linux report neither start
  // times nor environments.
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
      const reads = (unclearReads.get(pid) ?? 0) + 1;
      unclearReads.set(pid, reads);
      if (Number(startedAt) >= oldestStart && reads <= MOST_UNCLEAR_READS) isAny = true;
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
        (row) => isAlive(row) && (signal === 'SIGKILL' || !terminated.has(row.pid)),
      );
      // Also to the group as a whole: it may have grown since it was read.
      if (leader !== undefined && living.some((row) => row.groupId === leader.pid)) send(-leader.pid, signal);
      for (const row of living) send(row.pid, signal);
      if (signal === 'SIGTERM') for (const row of living) terminated.add(row.pid);
    },
    isAlive() {
      if (process.platform === 'win32') return leader !== undefined && hasProcess(leader.pid);
      // Usually no member is left. Then the process table need not be read.
      if (members.size > 0 || hasGroup()) {
        const tree = readProcessTree();
        if (leader !== undefined) remember(tree.membersOfGroup(leader));
        noteTree(tree);
      }
      // Last. A process found here counts even if it has just exited: it may have started another one before.
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
    // The process has already exited.
  }
}
