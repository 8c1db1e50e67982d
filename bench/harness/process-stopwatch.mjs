import { readFileSync } from 'node:fs';

/** Clock ticks of /proc per second; the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** On a busy machine a process may wait far longer than it works. */
const WALL_ALLOWANCE = 20;

/** Seconds of CPU time a process has taken since now; where the system does not tell, a part of the seconds passed. */
export function createStopwatch(pid) {
  const startedAt = performance.now();
  const cpuBefore = cpuSeconds(pid);
  return {
    seconds() {
      const passed = (performance.now() - startedAt) / 1000;
      const cpu = cpuSeconds(pid);
      return cpu === undefined || cpuBefore === undefined ? passed : Math.max(cpu - cpuBefore, passed / WALL_ALLOWANCE);
    },
  };
}

function cpuSeconds(pid) {
  try {
    // The name before it is in parentheses and may hold anything; user and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
