import { readFileSync } from 'node:fs';

/** What Linux reports about a process. */
export interface ProcessStat {
  /** One letter; `Z` and `X` are dead. */
  readonly state: string;
  readonly parentPid: number;
  readonly groupId: number;
  /** Start time in clock ticks since boot. A later process with the same PID has another one. */
  readonly startedAt: string;
}

/** Reads a process's entry in `/proc`; `undefined` when the process is gone, and on systems other than Linux. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses. It may contain parentheses and blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parentPid, groupId] = fields;
    return { state, parentPid: Number(parentPid), groupId: Number(groupId), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** True while the process exists; with a negative number, while the process group exists. */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
