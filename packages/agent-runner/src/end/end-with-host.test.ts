import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { startProcess } from '../start/child-process.ts';

const HOST = fileURLToPath(new URL('./__fixtures__/dying-host.mjs', import.meta.url));
const AGENT = fileURLToPath(new URL('../run/__fixtures__/hostile-child.mjs', import.meta.url));
const ENTRY = fileURLToPath(new URL('../index.ts', import.meta.url));

describe('a host with a turn running', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ctx-host-'));
    await build({
      entry: [ENTRY],
      outDir: folder,
      format: ['esm'],
      outExtension: () => ({ js: '.mjs' }),
      noExternal: [/^@ctx\//],
      esbuildOptions: (options) => {
        options.conditions = ['@ctx/source'];
      },
      config: false,
      silent: true,
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['exit', 5, null],
    ['throw', 1, null],
    ['SIGTERM', null, 'SIGTERM'],
    ['SIGINT', null, 'SIGINT'],
    ['SIGHUP', null, 'SIGHUP'],
  ])('that ends by %s takes the whole family with it', async (way, exitCode, signal) => {
    const entry = pathToFileURL(path.join(folder, 'index.mjs')).href;
    const env = { PATH: process.env['PATH'] ?? '' };
    const host = startProcess({ file: process.execPath, args: [HOST, entry, AGENT, way], env });
    let said = '';
    host.stdout!.on('data', (chunk) => {
      said += chunk;
    });
    expect(await once(host, 'close')).toEqual([exitCode, signal]);
    const daemonPid = Number(said.match(/daemon (\d+)/)?.[1]);
    expect(daemonPid).toBeGreaterThan(0);
    expect(isRunning(daemonPid)).toBe(false);
  });
});
