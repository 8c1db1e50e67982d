import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { parse } from 'node:path';
import type { Writable } from 'node:stream';

// The only file that imports node:child_process, so every program that ctx starts is started here.

export type { ChildProcess };

/** A program to start. */
export interface StartRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/**
 * Starts a program without a shell, in its own process group: the whole group can be ended, and the terminal's Ctrl-C
 * goes to the host only. Its stdin is a pipe, or an open file.
 *
 * @throws if the operating system refuses the start immediately, for example with `E2BIG`
 */
export function startProcess(request: StartRequest, stdin: 'pipe' | number = 'pipe'): ChildProcess {
  return spawn(request.file, request.args as string[], {
    cwd: request.cwd,
    env: request.env as NodeJS.ProcessEnv,
    stdio: [stdin, 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: false,
    windowsHide: true,
  });
}

/** Starts a program on the user's terminal. Its stdout and stderr are the terminal, its stdin is a pipe. */
export function startOnTerminal(request: StartRequest): ChildProcess {
  return spawn(request.file, request.args as string[], {
    cwd: request.cwd,
    env: request.env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'inherit', 'inherit'],
    shell: false,
  });
}

/** Starts a program that runs on independently, in its own session, without pipes to this process. */
export function startAndLetGo(request: StartRequest): ChildProcess {
  const child = spawn(request.file, request.args as string[], {
    cwd: request.cwd,
    env: request.env as NodeJS.ProcessEnv,
    stdio: 'ignore',
    detached: true,
    shell: false,
    windowsHide: true,
  });
  child.unref();
  return child;
}

/**
 * Starts one of our scripts so that it outlives this process, and returns its stdin. It runs in its own session, so
 * Ctrl-C does not reach it, and it does not keep this process alive. `onEnd` is also called if it cannot be started.
 */
export function startBesideHost(script: string, onEnd: () => void): Writable | undefined {
  const { PATH, SystemRoot } = process.env;
  const child = spawn(process.execPath, [script], {
    // The root folder, since it would block the removal of any other. No markers in `env`: they would end it with a
    // turn.
    cwd: parse(script).root,
    env: { PATH, SystemRoot, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  child.once('error', onEnd).once('exit', onEnd).unref();
  // Missing when the host has no free file descriptor.
  const stdin = child.stdin as Socket | undefined;
  stdin?.on('error', () => {}).unref();
  return stdin;
}

/** The result of a short command. */
export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
}

/** Runs a short command until it exits; `undefined` when it could not be started or took too long. */
export function readCommand(request: StartRequest, timeoutMs: number): Promise<CommandOutput | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      request.file,
      request.args as string[],
      { cwd: request.cwd, env: request.env as NodeJS.ProcessEnv, timeout: timeoutMs, killSignal: 'SIGKILL' },
      (error, stdout) => {
        if (error === null) resolve({ exitCode: 0, stdout });
        else resolve(typeof error.code === 'number' ? { exitCode: error.code, stdout } : undefined);
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });
}

/** Runs a short system command synchronously and gives its stdout, `''` if it failed. For code that cannot wait. */
export function readCommandSync(file: string, args: readonly string[]): string {
  const { stdout } = spawnSync(file, args as string[], { encoding: 'utf8', timeout: 5_000, windowsHide: true });
  return stdout ?? '';
}
