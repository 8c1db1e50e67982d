import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells a process from every other one, also from a later one with the same pid, as far as the system lets us know. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own unit; `null` where the system does not say (anything but Linux). */
  readonly startTime: string | null;
  /** This run of the kernel; `null` where unknown. */
  readonly boot: string | null;
  /** In which world of pids it lives (containers have their own); `null` where unknown. */
  readonly pidNamespace: string | null;
  readonly host: string;
}

/** Who we are. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: processStat(process.pid)?.startTime ?? null,
    boot: textOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: textOrNull(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  };
}

/** Whether a process is gone for certain. `unknown` when it lives where we cannot look. */
export function isGone(other: ProcessIdentity, self: ProcessIdentity): 'yes' | 'no' | 'unknown' {
  const sameMachine = other.boot !== null && self.boot !== null ? other.boot === self.boot : other.host === self.host;
  if (!sameMachine) return other.host === self.host ? 'yes' : 'unknown';
  if (other.pidNamespace !== self.pidNamespace) return 'unknown';
  if (!exists(other.pid)) return 'yes';
  const stat = processStat(other.pid);
  if (stat === undefined) return 'no';
  if (stat.state === 'Z' || stat.state === 'X') return 'yes';
  return other.startTime !== null && stat.startTime !== other.startTime ? 'yes' : 'no';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

// The program's name is in parentheses and may hold anything, blanks and parentheses included; the rest is numbers.
function processStat(pid: number): { readonly state: string; readonly startTime: string } | undefined {
  const stat = textOrNull(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  return state === undefined || startTime === undefined ? undefined : { state, startTime };
}

function textOrNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
