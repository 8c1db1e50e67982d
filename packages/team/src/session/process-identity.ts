import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasProcess, readProcessStat } from '@ctx/agent-runner';
import * as z from 'zod';

/** Identifies a process, and distinguishes it from a later one with the same pid where the system allows. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own unit; `null` on systems other than Linux. */
  readonly startTime: string | null;
  /** Boot id of the machine; `null` where unknown. */
  readonly boot: string | null;
  /** PID namespace; containers have their own. `null` where unknown. */
  readonly pidNamespace: string | null;
  readonly host: string;
}

/** Checks an identity that was read from a file. */
export const processIdentitySchema = z.object({
  pid: z.int().min(1),
  startTime: z.string().nullable(),
  boot: z.string().nullable(),
  pidNamespace: z.string().nullable(),
  host: z.string(),
});

/** Identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: readProcessStat(process.pid)?.startedAt ?? null,
    boot: textOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: textOrNull(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  };
}

/** Whether a process has certainly ended. `unknown` for another machine or another PID namespace. */
export function isGone(other: ProcessIdentity, self: ProcessIdentity): 'yes' | 'no' | 'unknown' {
  const sameMachine = other.boot !== null && self.boot !== null ? other.boot === self.boot : other.host === self.host;
  if (!sameMachine) return other.host === self.host ? 'yes' : 'unknown';
  if (other.pidNamespace !== self.pidNamespace) return 'unknown';
  if (!hasProcess(other.pid)) return 'yes';
  const stat = readProcessStat(other.pid);
  if (stat === undefined) return 'no';
  if (stat.state === 'Z' || stat.state === 'X') return 'yes';
  return other.startTime !== null && stat.startedAt !== other.startTime ? 'yes' : 'no';
}

function textOrNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
