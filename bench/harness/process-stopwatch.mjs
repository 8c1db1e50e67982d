import { readFileSync } from 'node:fs';

/** Clock ticks of /proc per second, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
/** On a busy machine, wall-clock time may be this many times longer than CPU time. */
const WALL_ALLOWANCE = 20;

/**
 * Measures the CPU seconds of a process from now on, but at least `1 / WALL_ALLOWANCE` of the wall-clock time. Without
 * /proc it measures wall-clock seconds.
 */
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
    // The program's name, in parentheses, may contain anything. User and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
