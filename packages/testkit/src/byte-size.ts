import type { AssemblerOutput } from '@ctx/contract';

// Taken before any check watches the global one.
const { byteLength } = Buffer;

/** Bytes of UTF-8. A lone surrogate counts 3, as it does when it is written out. */
export function utf8Bytes(text: string): number {
  return byteLength(text, 'utf8');
}

/** What the budget limits: prompt and system flag together. */
export function outputBytes(output: AssemblerOutput): number {
  return utf8Bytes(output.prompt) + utf8Bytes(output.systemFlag ?? '');
}
