import { onAbort } from '../run/on-abort.ts';
import { type ChildProcess, type StartRequest, startProcess } from '../start/child-process.ts';
import { createBoundedBytes } from './bounded-bytes.ts';
import { writeInput } from './write-input.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A program that is not an agent, such as git, and its limits. */
export interface ProgramRequest extends StartRequest {
  /** Written to its stdin. Default nothing. */
  readonly input?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Bytes kept of stdout, and of stderr. The rest is read and dropped. */
  readonly maxBytes: number;
  /** `Infinity` for no limit. */
  readonly timeoutMs: number;
}

/** How a program ended, and its output. */
export interface ProgramResult {
  /** Missing if it was not started or was ended by a signal. */
  readonly exitCode?: number | undefined;
  readonly stdout: Buffer;
  /** Bytes of stdout that were not kept. */
  readonly stdoutCutBytes: number;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  readonly isAborted: boolean;
  /** Why it could not be started: the system's error code, such as `ENOENT`. */
  readonly startFailure?: string | undefined;
}

/**
 * Runs a program until it exits and its output is closed, without a shell and with only the given variables. Never
 * rejects: every failure is a result. At the time limit, or when the signal is aborted, the program is killed with its
 * process group, and output that other processes hold open is no longer waited for.
 */
export function runProgram(request: ProgramRequest): Promise<ProgramResult> {
  const stdout = createBoundedBytes(request.maxBytes);
  const stderr = createBoundedBytes(request.maxBytes);
  let isTimedOut = false;
  const result = (ended: {
    readonly exitCode?: number | undefined;
    readonly startFailure?: string;
  }): ProgramResult => ({
    ...ended,
    stdout: stdout.bytes(),
    stdoutCutBytes: stdout.cutBytes(),
    stderr: stderr.bytes().toString('utf8'),
    isTimedOut,
    isAborted: request.signal?.aborted === true,
  });
  if (request.signal?.aborted === true) return Promise.resolve(result({}));

  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = startProcess(request);
    } catch (error) {
      resolve(result({ startFailure: codeOf(error) }));
      return;
    }
    const timer = setTimeout(
      () => {
        isTimedOut = true;
        stop(child);
      },
      Math.min(request.timeoutMs, LONGEST_TIMER_MS),
    );
    const stopListening = onAbort(request.signal, () => stop(child));
    const finish = (ended: Parameters<typeof result>[0]): void => {
      clearTimeout(timer);
      stopListening();
      resolve(result(ended));
    };
    child.once('error', (error) => {
      if (child.pid === undefined) finish({ startFailure: codeOf(error) });
    });
    child.once('close', (exitCode) => finish({ exitCode: exitCode ?? undefined }));
    child.stdout?.on('data', stdout.push);
    child.stderr?.on('data', stderr.push);
    if (child.stdin !== null) {
      const { input = '' } = request;
      writeInput(child.stdin, input);
    }
  });
}

function stop(child: ChildProcess): void {
  killGroup(child);
  // A process that has left the group may hold the pipes open.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The program has already exited.
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
