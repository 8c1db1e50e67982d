import { type StartRequest, startOnTerminal } from '../start/child-process.ts';
import { writePrompt } from '../start/write-prompt.ts';

/** A program that takes over the terminal for a while, such as a pager. */
export interface TerminalProgramRequest extends StartRequest {
  /** What it reads on stdin. */
  readonly input: string | Uint8Array;
}

/**
 * Runs a program on the user's terminal, with `input` on its stdin, until the user leaves it. Meanwhile Ctrl-C is the
 * program's own: it does not end this process. `undefined` when the program could not be started or ended by a signal.
 */
export async function runOnTerminal(request: TerminalProgramRequest): Promise<number | undefined> {
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    const child = startOnTerminal(request);
    if (child.stdin !== null) {
      writePrompt(child.stdin, typeof request.input === 'string' ? request.input : [request.input]);
    }
    return await new Promise((resolve) => {
      child.once('error', () => resolve(undefined));
      child.once('close', (exitCode) => resolve(exitCode ?? undefined));
    });
  } catch {
    return undefined;
  } finally {
    process.off('SIGINT', ignore);
  }
}
