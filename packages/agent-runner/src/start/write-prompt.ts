import type { Writable } from 'node:stream';

/**
 * Writes a prompt to a process's stdin and closes it. Chunks are handed over as they are, corked, so that the system
 * writes them together without a string or a copy being made. A process that has gone or closed its stdin is no error
 * here: what it says on the other pipes, or its exit, tells the story.
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
