import type { AssemblerOutput } from '@ctx/contract';

// The original function: one check replaces `Buffer.byteLength` to count its calls.
const { byteLength } = Buffer;

/** Size in UTF-8 bytes. A lone surrogate counts 3, because it is written as U+FFFD. */
export function utf8Bytes(text: string): number {
  return byteLength(text, 'utf8');
}

/** The size that the budget limits: prompt and system flag together. */
export function outputBytes(output: AssemblerOutput): number {
  return utf8Bytes(output.prompt) + utf8Bytes(output.systemFlag ?? '');
}
