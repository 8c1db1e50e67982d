import { type ProcessIdentity, type ProcessRow, readProcessTable } from './process-table.ts';

/** All processes of the machine at one moment, and who started whom. */
export interface ProcessTree {
  /** The row of this very process; `undefined` when it is gone, or its number is somebody else's now. */
  find(process: ProcessIdentity): ProcessRow | undefined;
  /** Those of the roots that live, and all their descendants. */
  descendants(roots: Iterable<ProcessIdentity>): ProcessRow[];
  /** The group that a process leads, or led before it ended. */
  membersOfGroup(leader: ProcessIdentity): ProcessRow[];
}

/** Reads the table of processes once, for as many questions as there are. */
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
      // A set hands out what is added to it on the way.
      for (const row of family) for (const child of children.get(row.pid) ?? []) family.add(child);
      return [...family];
    },
    membersOfGroup(leader) {
      // No number is given again while a group has it: where another process has it now, the group was empty before.
      if (rows.has(leader.pid) && find(leader) === undefined) return [];
      return table.filter((row) => row.groupId === leader.pid);
    },
  };
}
