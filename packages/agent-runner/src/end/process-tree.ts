import { type ProcessIdentity, type ProcessRow, readProcessTable } from './process-table.ts';

/** A snapshot of all processes of the machine, with their parents. */
export interface ProcessTree {
  /** The row of this process; `undefined` if it is gone or its PID now belongs to another one. */
  find(process: ProcessIdentity): ProcessRow | undefined;
  /** The living processes among the roots, and all their descendants. */
  descendants(roots: Iterable<ProcessIdentity>): ProcessRow[];
  /** The members of the group that a process leads, or led until it exited. */
  membersOfGroup(leader: ProcessIdentity): ProcessRow[];
}

/** Reads the process table once, for any number of queries. */
export function readProcessTree(table: readonly ProcessRow[] = readProcessTable()): ProcessTree {
  const rows = new Map<number, ProcessRow>();
  const children = new Map<number, ProcessRow[]>();
  for (const row of table) {
    rows.set(row.pid, row);
    const siblings = children.get(row.parentPid);
    if (siblings) siblings.push(row);
    else children.set(row.parentPid, [row]);
  }
  const find = ({ pid, startedAt }: ProcessIdentity): ProcessRow | undefined => {
    const row = rows.get(pid);
    return startedAt === '' || row?.startedAt === startedAt ? row : undefined;
  };
  return {
    find,
    descendants(roots) {
      const family = new Set<ProcessRow>();
      for (const root of roots) {
        const row = find(root);
        if (row !== undefined) family.add(row);
      }
      // A loop over a set also visits the items that are added during the loop.
      for (const row of family) for (const child of children.get(row.pid) ?? []) family.add(child);
      return [...family];
    },
    membersOfGroup(leader) {
      // The system does not reuse a PID while a group has that id. If another process has the PID, the group is gone.
      if (rows.has(leader.pid) && find(leader) === undefined) return [];
      return table.filter((row) => row.groupId === leader.pid);
    },
  };
}
