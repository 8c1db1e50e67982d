import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { hostileAgent, INPUT } from '../run/__fixtures__/hostile-agent.ts';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { runStreamed } from '../run/run-streamed.ts';
import { type ChildProcess, startProcess } from '../start/child-process.ts';
import { endMarkedProcesses } from './end-marked-processes.ts';
import { createMarker } from './marker.ts';

describe('ending marked processes', () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  /** A process that has fully started, so that its environment can be read. */
  const start = async (env: Record<string, string>): Promise<ChildProcess> => {
    const args = ['-c', 'trap "" TERM; echo up; exec sleep 300'];
    const child = startProcess({ file: '/bin/sh', args, env: { PATH: process.env['PATH'] ?? '', ...env } });
    started.push(child);
    await once(child.stdout!, 'data');
    return child;
  };

  it('ends all of them, even if they ignore SIGTERM, and no others', async () => {
    const marker = createMarker();
    const [first, second] = [await start({ [marker]: '1' }), await start({ A: 'b', [marker]: '1' })];
    const strangers = [
      await start({ [createMarker()]: '1' }),
      await start({ [`${marker}0`]: '1' }),
      await start({ [`NOT_${marker}`]: '1' }),
      await start({ NOTE: `${marker}=1` }),
    ];
    await endMarkedProcesses(marker, { graceMs: 50 });
    expect([first, second].map(({ pid }) => isRunning(pid!))).toEqual([false, false]);
    expect(strangers.map(({ pid }) => isRunning(pid!))).toEqual([true, true, true, true]);
  });

  it('does nothing if there are none, as after a restart of the machine', async () => {
    await expect(endMarkedProcesses(createMarker())).resolves.toBeUndefined();
  });

  it('ends a turn that was started with the marker', async () => {
    const marker = createMarker();
    const turn = runStreamed(hostileAgent('fork-daemon', ['quietly', 'and-hang']), INPUT, { marker });
    let daemonPid = 0;
    for await (const event of turn) {
      if (event.type === 'text-delta') {
        daemonPid = Number(/daemon (\d+)/.exec(event.text)?.[1]);
        await endMarkedProcesses(marker, { graceMs: 50 });
      }
      if (event.type === 'turn-end') expect(event.result).toMatchObject({ status: 'failed', signal: 'SIGTERM' });
    }
    expect(daemonPid).toBeGreaterThan(0);
    expect(isRunning(daemonPid)).toBe(false);
  });

  it.each(['', 'PATH', 'CTX_TURN_', 'CTX_TURN_A', 'CTX_TURN_0123456789abcdef', `${createMarker()}=`, undefined])(
    'refuses %s, which is not a marker',
    async (marker) => {
      await expect(endMarkedProcesses(marker as string)).rejects.toThrow(TypeError);
      const turn = runStreamed(hostileAgent('say-nothing'), INPUT, { marker: marker ?? '' });
      await expect(turn.next()).rejects.toThrow('createMarker()');
    },
  );
});
