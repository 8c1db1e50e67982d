import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../apps/cli/dist/bin.js', import.meta.url));

/** A folder on some machine, with a team file, and a person with a home. */
export interface Machine {
  readonly folder: string;
  /** Starts `ctx`. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Runs it to its end. */
  run(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ exitCode: number | null; stdout: string; stderr: string }>;
  remove(): void;
}

/** Makes one. */
export function createMachine(teamFile: string): Machine {
  const root = mkdtempSync(join(tmpdir(), 'ctx-machine-'));
  const [folder, home] = [join(root, 'project'), join(root, 'home')];
  for (const made of [folder, home]) mkdirSync(made);
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

/** Waits until a program has printed something, and gives all it has printed by then. */
export async function printed(child: ChildProcess, wanted: RegExp): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const look = (piece: Buffer) => {
      said += piece.toString();
      if (wanted.test(said)) resolve(said);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it said ${wanted}: ${said}`)));
  });
}

/** Sends a signal, and waits for the end. */
export async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return gone;
}
