import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../apps/cli/dist/bin.js', import.meta.url));

/** Stands for a machine: a home folder, and a project folder with a team file. */
export interface Machine {
  readonly folder: string;
  /** Starts `ctx` in the project folder. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Runs `ctx` to its end. */
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ exitCode: number | null; stdout: string; stderr: string }>;
  remove(): void;
}

/** Creates the folders of a machine. */
export function createMachine(teamFile: string): Machine {
  const root = mkdtempSync(join(tmpdir(), 'ctx-machine-'));
  const [folder, home] = [join(root, 'project'), join(root, 'home')];
  for (const path of [folder, home]) mkdirSync(path);
  chmodSync(root, 0o755);
  writeFileSync(join(folder, 'ctx.team.yaml'), teamFile);
  const start: Machine['start'] = (args, env = {}) =>
    spawn(process.execPath, [BIN, ...args], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    folder,
    start,
    async run(args, env) {
      const child = start(args, env);
      const [stdout, stderr, exitCode] = await Promise.all([
        text(child.stdout!),
        text(child.stderr!),
        new Promise<number | null>((resolve) => child.once('exit', resolve)),
      ]);
      return { exitCode, stdout, stderr };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Waits until the output of a program matches `expected`. Resolves to the output so far. */
export async function printed(child: ChildProcess, expected: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const add = (chunk: Buffer) => {
      output += chunk.toString();
      if (expected.test(output)) resolve(output);
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.once('exit', (code) => reject(new Error(`It exited with ${code} before it printed ${expected}: ${output}`)));
  });
}

/** Sends a signal and waits for the exit code. */
export async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return gone;
}
