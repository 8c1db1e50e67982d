import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { type ChildProcess, startProcess } from '../start/child-process.ts';
import { endFamily } from './end-family.ts';
import { createMarker } from './marker.ts';
import { createProcessFamily } from './process-family.ts';
import { readProcessStat } from './process-stat.ts';

/** Starts a process that starts another one in its own session, and prints the PID of that one. */
async function startParent(
  env: Record<string, string>,
  childEnv = 'process.env',
): Promise<{ parent: ChildProcess; childPid: number }> {
  const code = `
    const child = require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env: ${childEnv} });
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const parent = startProcess({
    file: process.execPath,
    args: ['-e', code],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const [line] = await once(parent.stdout!, 'data');
  return { parent, childPid: Number(line) };
}

const NOBODY = { pid: 2 ** 22 + 12_345, startedAt: '' };
const identity = (pid: number) => ({ pid, startedAt: readProcessStat(pid)!.startedAt });

describe('the family of a process', () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  it('includes descendants in other sessions', async () => {
    const { parent, childPid } = await startParent({}, '{ PATH: process.env.PATH }');
    started.push(parent);
    const family = createProcessFamily(createMarker(), { leader: identity(parent.pid!) });
    family.noteTree();
    await endFamily(family, 500);
    expect([isRunning(parent.pid!), isRunning(childPid)]).toEqual([false, false]);
  });

  it('includes orphans that carry its marker, even when the tree is gone', async () => {
    const marker = createMarker();
    const { parent, childPid } = await startParent({ [marker]: '1' });
    started.push(parent);
    const gone = once(parent, 'exit');
    parent.kill('SIGKILL');
    await gone;
    expect(isRunning(childPid)).toBe(true);
    await endFamily(createProcessFamily(marker), 500);
    expect(isRunning(childPid)).toBe(false);
  });

  it('does not include an unrelated process, even if it reuses the PID of a member', async () => {
    const { parent, childPid } = await startParent({});
    started.push(parent);
    const family = createProcessFamily(createMarker(), { leader: NOBODY });
    family.noteTree();
    expect(family.isAlive()).toBe(false);
    await endFamily(family, 100);
    expect([isRunning(parent.pid!), isRunning(childPid)]).toEqual([true, true]);
    process.kill(childPid, 'SIGKILL');
  });
});

describe('the family of a process on Windows', () => {
  const { platform } = process;
  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: platform });
  });

  it('is alive as long as its leader, which `taskkill /T` needs', () => {
    Object.defineProperty(process, 'platform', { value: 'win32' });
    expect(createProcessFamily(createMarker(), { leader: identity(process.pid) }).isAlive()).toBe(true);
    expect(createProcessFamily(createMarker(), { leader: NOBODY }).isAlive()).toBe(false);
  });
});
