import { readdirSync, readFileSync } from 'node:fs';
import { readCommandSync } from './child-process.ts';

/** One process of the machine. */
export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  /** When it started, in whatever unit the system has: a number that is given again later has another one. */
  readonly startedAt: string;
}

/** All living processes. Zombies are dead: nothing of them can be ended. */
export function readProcessTable(): ProcessRow[] {
  if (process.platform === 'linux') return numericNames('/proc').flatMap((pid) => readLinuxRow(pid) ?? []);
  if (process.platform === 'win32') return [];
  return readCommandSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']).split('\n').flatMap(parsePsRow);
}

/** The descendants of a process, itself first. */
export function descendantsOf(rootPid: number, table: readonly ProcessRow[] = readProcessTable()): ProcessRow[] {
  const children = new Map<number, ProcessRow[]>();
  for (const row of table) {
    const siblings = children.get(row.parentPid);
    if (siblings) siblings.push(row);
    else children.set(row.parentPid, [row]);
  }
  const tree = table.filter((row) => row.pid === rootPid);
  for (let index = 0; index < tree.length; index++) {
    for (const child of children.get(tree[index]!.pid) ?? []) if (!tree.includes(child)) tree.push(child);
  }
  return tree;
}

/** The members of a process group. */
export function membersOfGroup(groupId: number): ProcessRow[] {
  // Most groups are empty when asked for, and asking the kernel is cheaper than reading the table.
  if (process.platform === 'win32' || !hasProcess(-groupId)) return [];
  return readProcessTable().filter((row) => row.groupId === groupId);
}

/** True while the very process is alive, not another one with its number. */
export function isAlive(row: ProcessRow): boolean {
  if (process.platform === 'linux') return readLinuxRow(row.pid)?.startedAt === row.startedAt;
  return hasProcess(row.pid);
}

/**
 * Processes that carry a variable of this name in the environment they were started with, wherever they are in the
 * tree: a daemon's parent is 1. Linux only; elsewhere the list is empty.
 */
export function processesWithVariable(name: string): ProcessRow[] {
  if (process.platform !== 'linux') return [];
  const needle = `${name}=`;
  return numericNames('/proc').flatMap((pid) => {
    if (pid === process.pid) return [];
    try {
      return readFileSync(`/proc/${pid}/environ`).includes(needle) ? (readLinuxRow(pid) ?? []) : [];
    } catch {
      return [];
    }
  });
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function numericNames(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
}

function readLinuxRow(pid: number): ProcessRow | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may hold anything, brackets and blanks too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { pid, parentPid: Number(fields[1]), groupId: Number(fields[2]), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function parsePsRow(line: string): ProcessRow[] {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
  if (match === null || match[4]!.startsWith('Z')) return [];
  const [pid, parentPid, groupId] = match.slice(1, 4).map(Number) as [number, number, number];
  return [{ pid, parentPid, groupId, startedAt: match[5]!.trim() }];
}
