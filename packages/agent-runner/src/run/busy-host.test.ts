import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { waitForClose } from '../end/wait-for-close.ts';
import { startTurnClock } from '../read/turn-clock.ts';
import { type ChildProcess, startProcess } from '../start/child-process.ts';
import { isRunning } from './__fixtures__/survivors.ts';

/**
 * Blocks the event loop for this time and until the process has exited, as a busy or suspended host does. Afterwards
 * its timers fire first.
 */
async function block(ms: number, { pid }: ChildProcess): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  const waitFor = (pauseMs: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  waitFor(ms);
  while (isRunning(pid!)) waitFor(10);
}

/** A process that answers and exits before the host reads its output. */
function startAndMiss(read: (text: string) => void): ChildProcess {
  const child = startProcess({ file: 'echo', args: ['answer'], env: { PATH: process.env['PATH'] ?? '' } });
  child.stdout!.on('data', (chunk) => read(String(chunk)));
  child.stderr!.resume();
  return child;
}

describe('a busy host', () => {
  it('does not lose the output of a process that exited in the meantime', async () => {
    let said = '';
    const child = startAndMiss((text) => {
      said += text;
    });
    const waiting = waitForClose(child, once(child, 'close'), () => false);
    await block(1_500, child);
    await waiting;
    expect(said).toBe('answer\n');
  });

  it('does not count its own pause as silence of the agent', async () => {
    const reasons: string[] = [];
    const child = startAndMiss(() => clock.sawOutput());
    const onTimeout = (reason: string): number => reasons.push(reason);
    const clock = startTurnClock({ timeoutMs: 60_000, idleTimeoutMs: 1_000, settleMs: 1_000, onTimeout });
    await block(1_500, child);
    await once(child, 'close');
    clock.stop();
    expect(reasons).toEqual([]);
  });
});
