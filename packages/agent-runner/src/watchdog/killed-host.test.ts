import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledHost, bundleHost, outputAndExit } from '../end/__fixtures__/bundled-host.ts';
import { readProcessStat } from '../end/process-stat.ts';
import { isRunning } from '../run/__fixtures__/survivors.ts';

describe('a host that is killed with a turn running', () => {
  let hosts: BundledHost;
  beforeAll(async () => {
    hosts = await bundleHost();
  });
  afterAll(() => hosts.remove());

  const numbersIn = (output: string): number[] => [...output.matchAll(/\d+/g)].map(Number);

  it.each([
    ['its agent and a daemon in its own session that ignores SIGTERM', ['fork-daemon', 'quietly', 'and-hang']],
    ['a daemon without parent and environment', ['escape', 'and-hang']],
  ])('leaves behind neither %s, nor the folder of the turn, nor the watchdog', async (_, agentArgs) => {
    const { output, signal } = await outputAndExit(hosts.start(agentArgs, 'SIGKILL'));
    const daemons = numbersIn(output);
    expect(signal).toBe('SIGKILL');
    expect(daemons.length).toBeGreaterThan(0);
    await expect.poll(() => daemons.map(isRunning)).toEqual(daemons.map(() => false));
    await expect.poll(() => readdirSync(hosts.temporary)).toEqual([]);
    await expect.poll(() => hosts.watchdogs()).toEqual([]);
  });

  it('leaves its agent no half prompt that looks whole', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ctx-prompt-'));
    const file = path.join(folder, 'bytes');
    await outputAndExit(hosts.start(['outlive-host', file], 'SIGKILL', 2_000_000));
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe('2000000');
    await expect.poll(() => readdirSync(hosts.temporary)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('does not keep its watchdog running after a normal exit', async () => {
    const { output, exitCode } = await outputAndExit(hosts.start(['exit-at-once', '0'], 'by itself'));
    expect({ output, exitCode }).toEqual({ output: '', exitCode: 0 });
    await expect.poll(() => hosts.watchdogs()).toEqual([]);
  });
});

describe('the watchdog', () => {
  let hosts: BundledHost;
  let library: typeof import('../index.ts');
  beforeAll(async () => {
    hosts = await bundleHost();
    // From here on this test process is a host.
    library = await import(/* @vite-ignore */ hosts.library);
  });
  afterAll(() => hosts.remove());

  const takeTurn = async (): Promise<number[]> => {
    const agent = library.command({ file: 'cat' });
    expect(await library.run(agent, { prompt: 'Hello', permissions: 'unrestricted' })).toMatchObject({ text: 'Hello' });
    return hosts.watchdogs();
  };

  it('serves all turns of a host, in its own session, without the host’s variables', async () => {
    const [pid, ...others] = await takeTurn();
    expect(others).toEqual([]);
    expect(await takeTurn()).toEqual([pid]);
    expect(readProcessStat(pid!)!.groupId).toBe(pid);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('HOME=');
  });

  it('is started again by the next turn if it was killed', async () => {
    const [first] = await takeTurn();
    process.kill(first!, 'SIGKILL');
    await expect.poll(() => hosts.watchdogs()).toEqual([]);
    await expect.poll(async () => (await takeTurn()).length).toBe(1);
    expect(hosts.watchdogs()).not.toContain(first);
  });
});
