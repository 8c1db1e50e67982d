import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';
import { type ChildProcess, startProcess } from '../../start/child-process.ts';

const HOST = fileURLToPath(new URL('./dying-host.mjs', import.meta.url));
const AGENT = fileURLToPath(new URL('../../run/__fixtures__/hostile-child.mjs', import.meta.url));
const ENTRIES = { index: '../../index.ts', 'ctx-watchdog': '../../watchdog/ctx-watchdog.ts' };

/** A build of the library, for hosts that run as separate processes. */
export interface BundledHost {
  /** Address of the built library. */
  readonly library: string;
  /** Starts a host that runs an agent with these arguments and a prompt of this length, and then ends in this way. */
  start(agentArgs: readonly string[], way: string, promptLength?: number): ChildProcess;
  /** The folder that contains the folders of its turns. */
  readonly temporary: string;
  /** PIDs of the living watchdogs of its hosts. */
  watchdogs(): number[];
  remove(): Promise<void>;
}

/** Builds the library for one test file. */
export async function bundleHost(): Promise<BundledHost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ctx-host-'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const temporary = await mkdtemp(path.join(tmpdir(), 'ctx-host-tmp-'));
  await build({
    entry: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, file]) => [name, fileURLToPath(new URL(file, import.meta.url))]),
    ),
    outDir: folder,
    format: ['esm'],
    outExtension: () => ({ js: '.js' }),
    splitting: false,
    noExternal: [/^@ctx\//],
    esbuildOptions: (options) => {
      options.conditions = ['@ctx/source'];
    },
    config: false,
    silent: true,
  });
  const library = pathToFileURL(path.join(folder, 'index.js')).href;
  return {
    library,
    temporary,
    start: (agentArgs, way, promptLength = 0) =>
      startProcess({
        file: process.execPath,
        args: [HOST, library, way, AGENT, ...agentArgs],
        env: { PATH: process.env['PATH'] ?? '', TMPDIR: temporary, PROMPT_LENGTH: String(promptLength) },
      }),
    watchdogs: () => readdirSync('/proc').flatMap((name) => (runsScript(name, folder) ? Number(name) : [])),
    remove: async () => {
      for (const used of [folder, temporary]) await rm(used, { recursive: true, force: true });
    },
  };
}

function runsScript(pid: string, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === path.join(folder, 'ctx-watchdog.js');
  } catch {
    return false;
  }
}

/** Waits until a host has ended. Gives its output, and how it ended. */
export async function outputAndExit(
  host: ChildProcess,
): Promise<{ output: string; exitCode: number | null; signal: string | null }> {
  let output = '';
  host.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  host.stderr!.resume();
  return new Promise((resolve) => {
    host.once('close', (exitCode, signal) => resolve({ output, exitCode, signal }));
  });
}
