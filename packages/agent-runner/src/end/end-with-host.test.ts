import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { type BundledHost, bundleHost, outputAndExit } from './__fixtures__/bundled-host.ts';
import { endWithHost } from './end-with-host.ts';
import type { ProcessFamily } from './process-family.ts';

describe('a host with a turn running', () => {
  let hosts: BundledHost;
  beforeAll(async () => {
    hosts = await bundleHost();
  });
  afterAll(() => hosts.remove());

  it.each([
    ['exit', 5, null],
    ['throw', 1, null],
    ['SIGTERM', null, 'SIGTERM'],
    ['SIGINT', null, 'SIGINT'],
    ['SIGHUP', null, 'SIGHUP'],
  ])('that ends by %s ends all processes of the turn', async (way, exitCode, signal) => {
    const { output, ...end } = await outputAndExit(hosts.start(['fork-daemon', 'quietly', 'and-hang'], way));
    expect(end).toEqual({ exitCode, signal });
    const daemonPid = Number(output.match(/daemon (\d+)/)?.[1]);
    expect(daemonPid).toBeGreaterThan(0);
    expect(isRunning(daemonPid)).toBe(false);
  });
});

describe('a host that exits', () => {
  it('waits until a process that dies slowly is gone', () => {
    let diesAt = Number.POSITIVE_INFINITY;
    const isAlive = () => performance.now() < diesAt;
    const signal = () => {
      diesAt = Math.min(diesAt, performance.now() + 300);
    };
    const stop = endWithHost({ noteTree: () => [], signal, isAlive }, undefined);
    process.listeners('exit').at(-1)!(0);
    stop();
    expect(isAlive()).toBe(false);
  });
});

describe('a host with two turns running', () => {
  it('ends both, even if the folder of the first cannot be removed', () => {
    const ended: string[] = [];
    const family = (name: string): ProcessFamily => ({
      noteTree: () => [],
      signal: () => void ended.push(name),
      isAlive: () => !ended.includes(name),
    });
    const stopFirst = endWithHost(family('first'), 'not a\0path');
    const stopSecond = endWithHost(family('second'), undefined);
    const onExit = process.listeners('exit').at(-1)!;
    onExit(0);
    stopFirst();
    stopSecond();
    expect(ended).toEqual(['first', 'second']);
  });
});
