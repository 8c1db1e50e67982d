import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const REPEAT =
  'count=$1; shift; while [ $count -gt 0 ]; do "$@" >/dev/null || exit 1; count=$((count - 1)); done; times';

/**
 * CPU milliseconds one run of a program takes, from its start to its end. Node does not tell what its children took; a
 * POSIX shell does, in hundredths of a second, hence `runs` of them.
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
