import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { parse } from 'node:path';
import type { Writable } from 'node:stream';

// The only file that imports node:child_process: whoever wants to know what ctx starts reads this one.

export type { ChildProcess };

/** What is started, ready to be handed to the operating system. */
export interface StartRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/**
 * Starts a program without a shell, in a process group of its own, so that it can be ended with all of the group and
 * does not get the terminal's Ctrl-C behind the host's back.
 *
 * @throws what the operating system refuses at once, such as `E2BIG`
 */
export function startProcess(request: StartRequest): ChildProcess {
  return spawn(request.file, request.args as string[], {
    cwd: request.cwd,
    env: request.env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: false,
    windowsHide: true,
  });
}

/**
 * Starts a program on the user's terminal: its output and its errors go there, and it reads keys from there. Only its
 * stdin is a pipe.
 */
export function startOnTerminal(request: StartRequest): ChildProcess {
  return spawn(request.file, request.args as string[], {
    cwd: request.cwd,
    env: request.env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'inherit', 'inherit'],
    shell: false,
  });
}

/** Starts a program that goes on by itself, in a session of its own, with nothing of this process's open. */
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
 * Starts a script of ours that goes on when this process is gone, and gives its stdin. It is in a session of its own, so
 * that no Ctrl-C reaches it, and does not keep this process alive. If it cannot be started, that counts as its end.
 */
export function startBesideHost(script: string, onEnd: () => void): Writable | undefined {
  const { PATH, SystemRoot } = process.env;
  const child = spawn(process.execPath, [script], {
    // Not in a folder that somebody may want to remove. None of the host's variables: a marker would end it with a turn.
    cwd: parse(script).root,
    env: { PATH, SystemRoot, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  child.once('error', onEnd).once('exit', onEnd).unref();
  // Missing when the host has no file descriptor left.
  const stdin = child.stdin as Socket | undefined;
  stdin?.on('error', () => {}).unref();
  return stdin;
}

/** What a short command said. */
export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
}

/** Runs a short command to its end; `undefined` when it could not be started or took too long. */
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

/** Runs a short command of the system and waits for it; `''` when it failed. For where nothing can be awaited. */
export function readCommandSync(file: string, args: readonly string[]): string {
  const { stdout } = spawnSync(file, args as string[], { encoding: 'utf8', timeout: 5_000, windowsHide: true });
  return stdout ?? '';
}
