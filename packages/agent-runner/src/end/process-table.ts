import { readdirSync, readFileSync } from 'node:fs';
import { readCommandSync } from '../start/child-process.ts';
import { hasProcess, readProcessStat } from './process-stat.ts';

/** Identifies one process, even if its PID is reused later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own format; `''` when unknown. */
  readonly startedAt: string;
}

/** One row of the process table. */
export interface ProcessRow extends ProcessIdentity {
  readonly parentPid: number;
  readonly groupId: number;
}

/** All living processes. Zombies are left out, since they have already ended. */
export function readProcessTable(): ProcessRow[] {
  if (process.platform === 'linux') return numericNames('/proc').flatMap((pid) => readLinuxRow(pid) ?? []);
  if (process.platform === 'win32') return [];
  return readCommandSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']).split('\n').flatMap(parsePsRow);
}

/** True while this process is alive; false if its PID now belongs to another one. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  if (process.platform === 'linux') return readLinuxRow(pid)?.startedAt === startedAt;
  return hasProcess(pid);
}

/** The result of a search for processes with a variable. */
export interface VariableSearch {
  readonly found: readonly ProcessRow[];
  /** Processes that show no environment, perhaps only because they are in the middle of `exec`. */
  readonly unclear: readonly ProcessRow[];
}

/**
 * Processes that were started with a variable of this name, anywhere in the process tree (a daemon's parent is 1).
 * Linux only; elsewhere nothing is found.
 */
export function processesWithVariable(name: string): VariableSearch {
  const found: ProcessRow[] = [];
  const unclear: ProcessRow[] = [];
  if (process.platform !== 'linux') return { found, unclear };
  const seen = new Set([process.pid]);
  // A process may start another one and exit before it is read. So repeat until no new process appears.
  for (;;) {
    const fresh = numericNames('/proc').filter((pid) => !seen.has(pid));
    if (fresh.length === 0) return { found, unclear };
    for (const pid of fresh) {
      seen.add(pid);
      const environment = readEnvironment(pid);
      if (environment === undefined || (environment.length > 0 && !hasVariable(environment, name))) continue;
      const row = readLinuxRow(pid);
      if (row === undefined || row.parentPid === KERNEL_THREADS_PARENT) continue;
      if (environment.length > 0) found.push(row);
      else unclear.push(row);
    }
  }
}

const KERNEL_THREADS_PARENT = 2;

/** Matches the whole name, not the end of a longer name or a part of a value. */
function hasVariable(environment: Buffer, name: string): boolean {
  return environment.includes(`\0${name}=`) || environment.subarray(0, name.length + 1).equals(Buffer.from(`${name}=`));
}

/** The environment of a process; `undefined` if it is gone or belongs to another user. */
function readEnvironment(pid: number): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'EACCES' || code === 'EPERM' ? undefined : Buffer.alloc(0);
  }
}

function numericNames(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
}

function readLinuxRow(pid: number): ProcessRow | undefined {
  const stat = readProcessStat(pid);
  if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return undefined;
  return { pid, parentPid: stat.parentPid, groupId: stat.groupId, startedAt: stat.startedAt };
}

function parsePsRow(line: string): ProcessRow[] {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
  if (match === null || match[4]!.startsWith('Z')) return [];
  const [pid, parentPid, groupId] = match.slice(1, 4).map(Number) as [number, number, number];
  return [{ pid, parentPid, groupId, startedAt: match[5]!.trim() }];
}
