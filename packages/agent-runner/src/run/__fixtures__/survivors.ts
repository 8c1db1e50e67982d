import { readdirSync, readFileSync } from 'node:fs';

/** The PIDs of living processes that carry a turn's marker and were started by this test file. Linux only. */
export function markedProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const isMarked = readFileSync(`/proc/${name}/environ`, 'latin1').includes('\0CTX_TURN_');
      return isMarked && isRunning(Number(name)) && isOurs(Number(name)) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** False for a process that is gone or a zombie. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}

// Other test files run turns at the same time. `MARKED` in `hostile-agent.ts` sets this variable.
function isOurs(pid: number): boolean {
  return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`CTX_TEST_HOST_MODEL=${process.pid}\0`);
}
