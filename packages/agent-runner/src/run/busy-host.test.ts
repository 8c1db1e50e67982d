import { describe, expect, it } from 'vitest';
import { command } from '../drivers/command/command-driver.ts';
import { INPUT, MARKED } from './__fixtures__/hostile-agent.ts';
import { run } from './run.ts';

/** Keeps the event loop from turning, as a host does that works hard or was put to sleep. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a host that is busy', () => {
  const agent = command({ file: process.execPath, args: ['-e', 'console.log("answer")'] });

  it('does not lose what was written meanwhile by a process that is gone', async () => {
    const turn = run(agent, INPUT, MARKED);
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      block(1_200);
    }
    expect(await turn).toMatchObject({ status: 'completed', text: 'answer' });
  });

  it('does not take its own pause for the agent’s silence', async () => {
    const slow = command({ file: process.execPath, args: ['-e', 'console.log("answer"); setTimeout(() => {}, 700)'] });
    const turn = run(slow, INPUT, { ...MARKED, idleTimeoutMs: 1_500 });
    await new Promise((resolve) => setTimeout(resolve, 10));
    block(2_000);
    expect(await turn).toMatchObject({ status: 'completed', text: 'answer' });
  });
});
