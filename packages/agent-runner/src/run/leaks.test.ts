import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claude } from '../drivers/claude/claude-driver.ts';
import { command } from '../drivers/command/command-driver.ts';
import { INPUT, LIMITED, MARKED } from './__fixtures__/hostile-agent.ts';
import { markedProcesses } from './__fixtures__/survivors.ts';
import { run } from './run.ts';

const quick = command({ file: 'cat' });
// Claude's driver writes a long system text to a file, so its turns would leak a file if any turn does.
const withFile = claude({ executable: { file: 'cat', args: ['--version'] } });
const withFileInput = { ...LIMITED, systemFlag: 'x'.repeat(10_000) };

const openFiles = (): number => readdirSync('/proc/self/fd').length;
const privateFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-turn-'));
const listeners = (): number =>
  ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].reduce((sum, name) => sum + process.listenerCount(name), 0);

describe('many turns', () => {
  const previousTmpdir = process.env['TMPDIR'];
  beforeAll(async () => {
    const { mkdtemp } = await import('node:fs/promises');
    process.env['TMPDIR'] = await mkdtemp(`${tmpdir()}/ctx-leaks-`);
  });
  afterAll(async () => {
    const { rm } = await import('node:fs/promises');
    await rm(tmpdir(), { recursive: true });
    if (previousTmpdir === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = previousTmpdir;
  });

  const expectNoLeak = async (turns: () => Promise<unknown>): Promise<void> => {
    await run(quick, INPUT, MARKED);
    const before = { openFiles: openFiles(), listeners: listeners() };
    await turns();
    // Fewer is not a leak: an earlier test file in this process may have left something that has been closed since.
    expect(openFiles()).toBeLessThanOrEqual(before.openFiles);
    expect(listeners()).toBeLessThanOrEqual(before.listeners);
    expect(privateFolders()).toEqual([]);
    expect(markedProcesses()).toEqual([]);
  };

  it('in a row leak no process, file descriptor, file or listener', async () => {
    const { signal } = new AbortController();
    await expectNoLeak(async () => {
      for (let turn = 0; turn < 100; turn++) {
        const result = await run(quick, { ...INPUT, prompt: `turn ${turn}` }, { ...MARKED, signal });
        expect(result).toMatchObject({ status: 'completed', text: `turn ${turn}` });
      }
    });
    expect(EventEmitter.getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('at once share nothing and leak nothing', async () => {
    await expectNoLeak(async () => {
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, turn) => run(quick, { ...INPUT, prompt: `turn ${turn}` }, MARKED)),
      );
      expect(results.map((result) => result.text)).toEqual(Array.from({ length: 16 }, (_, turn) => `turn ${turn}`));
    });
  });

  it('that fail or are cancelled leak nothing either', async () => {
    await expectNoLeak(async () => {
      for (let turn = 0; turn < 10; turn++) {
        expect(await run(withFile, withFileInput, MARKED)).toMatchObject({ status: 'failed' });
        expect(await run(command({ file: 'no-such-program' }), INPUT, MARKED)).toMatchObject({ status: 'failed' });
        const signal = AbortSignal.timeout(20);
        expect(await run(command({ file: 'sleep', args: ['60'] }), INPUT, { ...MARKED, signal })).toMatchObject({
          status: 'cancelled',
        });
      }
    });
  });
});
