import type { Writable } from 'node:stream';

/**
 * Writes a prompt to a process's stdin and closes it. Chunks are written corked, so that the system writes them
 * together (`writev`) without a copy. Write errors are ignored: if the process has exited or closed its stdin, its
 * output and exit code say why.
 */
export function writePrompt(stdin: Writable, prompt: string | readonly Uint8Array[]): void {
  stdin.on('error', () => {});
  if (typeof prompt === 'string') {
    stdin.end(prompt);
    return;
  }
  stdin.cork();
  for (const chunk of prompt) stdin.write(chunk);
  stdin.end();
}
