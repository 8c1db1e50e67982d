import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { type BundledHost, bundleHost, outputAndExit } from './__fixtures__/bundled-host.ts';

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
