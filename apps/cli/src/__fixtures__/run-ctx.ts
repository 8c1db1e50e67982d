import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ScriptedTeam } from './scripted-team.ts';

/** The built program, which tests run as a person would. */
export const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

/** How to run `ctx`. */
export interface CtxOptions {
  readonly input?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly uid?: number | undefined;
}

/** The result of a run. */
export interface CtxRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Links the built program into a team's folder of programs as npm does, so that hints call it `ctx`. Returns the link. */
export function installCtx({ bin }: Pick<ScriptedTeam, 'bin'>): string {
  if (!existsSync(BIN)) throw new Error('apps/cli is not built. Run: npm run build');
  const link = join(bin, 'ctx');
  if (!existsSync(link)) symlinkSync(BIN, link);
  return link;
}

/** Starts the built `ctx` in a team's folder. */
export function startCtx(team: ScriptedTeam, args: readonly string[], options: CtxOptions = {}): ChildProcess {
  const { folder, home, path } = team;
  const { env = {}, uid } = options;
  return spawn(process.execPath, [installCtx(team), ...args], {
    cwd: folder,
    env: { PATH: path, HOME: home, GEMINI_API_KEY: 'none', ...env },
    stdio: 'pipe',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

/** Waits until a child has printed a text. Fails if the child ends without it. */
export function untilPrinted(child: ChildProcess, wanted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes(wanted)) resolve();
    });
    child.once('close', () => reject(new Error(`ctx ended without printing ${wanted}: ${printed}`)));
  });
}

/** Runs the built `ctx` in a team's folder until it exits. */
export async function runCtx(team: ScriptedTeam, args: readonly string[], options: CtxOptions = {}): Promise<CtxRun> {
  const child = startCtx(team, args, options);
  // Some commands end before they read anything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input ?? '');
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { exitCode, stdout, stderr };
}
