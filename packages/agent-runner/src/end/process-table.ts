import { readdirSync, readFileSync } from 'node:fs';
import { readCommandSync } from '../start/child-process.ts';
import { hasProcess, readProcessStat } from './process-stat.ts';

/** One process, and never another one that gets its number later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever unit the system has; `''` when that is unknown. */
  readonly startedAt: string;
}

/** One process of the machine. */
export interface ProcessRow extends ProcessIdentity {
  readonly parentPid: number;
  readonly groupId: number;
}

/** All living processes. Zombies are dead: nothing of them can be ended. */
export function readProcessTable(): ProcessRow[] {
  if (process.platform === 'linux') return numericNames('/proc').flatMap((pid) => readLinuxRow(pid) ?? []);
  if (process.platform === 'win32') return [];
  return readCommandSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']).split('\n').flatMap(parsePsRow);
}

/** True while the very process is alive, not another one with its number. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  if (process.platform === 'linux') return readLinuxRow(pid)?.startedAt === startedAt;
  return hasProcess(pid);
}

/** What a look for the processes with a variable saw. */
export interface VariableSearch {
  readonly found: readonly ProcessRow[];
  /** Processes that show no environment, which may be because they are just changing into another program. */
  readonly unclear: readonly ProcessRow[];
}

/**
 * Processes that carry a variable of this name in the environment they were started with, wherever they are in the
 * tree: a daemon's parent is 1. Linux only; elsewhere nothing is found.
 */
export function processesWithVariable(name: string): VariableSearch {
  const found: ProcessRow[] = [];
  const unclear: ProcessRow[] = [];
  if (process.platform !== 'linux') return { found, unclear };
  const seen = new Set([process.pid]);
  // A process may start another one and be gone before its turn to be looked at comes: look until nobody is new.
  for (;;) {
    const fresh = numericNames('/proc').filter((pid) => !seen.has(pid));
    if (fresh.length === 0) return { found, unclear };
    for (const pid of fresh) {
      seen.add(pid);
      const environment = readEnvironment(pid);
      if (environment === undefined || (environment.length > 0 && !hasVariable(environment, name))) continue;
      const row = readLinuxRow(pid);
      if (row !== undefined && row.parentPid !== KERNEL_THREADS_PARENT)
        (environment.length > 0 ? found : unclear).push(row);
    }
  }
}

const KERNEL_THREADS_PARENT = 2;

/** Looks for the whole name: another one may end in it, and values may hold anything. */
function hasVariable(environment: Buffer, name: string): boolean {
  return environment.includes(`\0${name}=`) || environment.subarray(0, name.length + 1).equals(Buffer.from(`${name}=`));
}

/** What a process shows; `undefined` when it is gone or somebody else's. */
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
