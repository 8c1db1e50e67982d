import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PlaceAndServer } from './open-place-and-server.ts';
import { CLI_MEMBERS, personalEnvironment } from './team-of-clis.ts';

const BIN = fileURLToPath(new URL('../../apps/cli/dist/bin.js', import.meta.url));

/** The outcome of a run of the app. */
export interface CtxRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built app in the project, as a person with the three CLIs and their keys would. */
export function startCtx(setting: PlaceAndServer, ...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  if (!existsSync(BIN)) throw new Error('apps/cli is not built. Run: npm run build');
  const { PATH, TMPDIR, CTX_E2E_CANARY } = process.env;
  const ids = CLI_MEMBERS.map(({ id }) => id);
  return spawn(process.execPath, [BIN, ...args], {
    cwd: setting.place.project,
    env: { PATH, TMPDIR, CTX_E2E_CANARY, ...personalEnvironment(setting, ids) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 150_000,
  });
}

/** Runs the built app to its end. */
export async function runCtx(setting: PlaceAndServer, ...args: string[]): Promise<CtxRun> {
  const child = startCtx(setting, ...args);
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve)),
  ]);
  return { exitCode, stdout, stderr };
}

/** Parses the output of a run with `--json`. */
// biome-ignore lint/suspicious/noExplicitAny: events and records, which tests read
export function jsonLines({ stdout }: CtxRun): any[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
