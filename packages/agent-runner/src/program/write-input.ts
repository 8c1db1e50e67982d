import type { Writable } from 'node:stream';

/**
 * Writes to a process's stdin and closes it. Write errors are ignored: if the process has exited or closed its stdin, its
 * output and exit code say why.
 */
export function writeInput(stdin: Writable, input: string | Uint8Array): void {
  stdin.on('error', () => {});
  stdin.end(input);
}
