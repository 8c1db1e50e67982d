import { type StartRequest, startOnTerminal } from '../start/child-process.ts';
import { writeInput } from './write-input.ts';

/** A program that uses the terminal while it runs, such as a pager. */
export interface TerminalProgramRequest extends StartRequest {
  /** Written to its stdin. */
  readonly input: string | Uint8Array;
}

/**
 * Runs a program on the user's terminal, with `input` on its stdin, until it exits. Until then Ctrl-C does not end this
 * process. Resolves to the exit code; `undefined` if the program could not be started or was ended by a signal.
 */
export async function runOnTerminal(request: TerminalProgramRequest): Promise<number | undefined> {
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    const child = startOnTerminal(request);
    if (child.stdin !== null) {
      writeInput(child.stdin, request.input);
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
