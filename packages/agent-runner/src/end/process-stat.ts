import { readFileSync } from 'node:fs';

/** What Linux tells about a process. */
export interface ProcessStat {
  /** One letter; `Z` and `X` are dead. */
  readonly state: string;
  readonly parentPid: number;
  readonly groupId: number;
  /** When it started, in ticks since the boot: a later process with the same pid has another time. */
  readonly startedAt: string;
}

/** What `/proc` says about a process; `undefined` when it is gone, and everywhere but on Linux. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may hold anything, brackets and blanks too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parentPid, groupId] = fields;
    return { state, parentPid: Number(parentPid), groupId: Number(groupId), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** True while a process, or with a negative number a group, exists. */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
