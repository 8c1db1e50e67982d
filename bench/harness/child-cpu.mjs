import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const REPEAT =
  'count=$1; shift; while [ $count -gt 0 ]; do "$@" >/dev/null || exit 1; count=$((count - 1)); done; times';

/**
 * The CPU time of one run of a program, in milliseconds. Node does not report the CPU time of its children. A POSIX shell
 * does, but only in hundredths of a second, so the program is run `runs` times.
 */
export async function cpuOfProgram(runs, file, args) {
  const { stdout } = await promisify(execFile)('sh', ['-c', REPEAT, 'sh', String(runs), file, ...args]);
  const [, ofChildren] = stdout.trim().split('\n').slice(-2);
  const seconds = ofChildren.split(' ').map((time) => {
    const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(time);
    return Number(minutes) * 60 + Number(rest);
  });
  return (seconds.reduce((sum, part) => sum + part, 0) / runs) * 1000;
}
