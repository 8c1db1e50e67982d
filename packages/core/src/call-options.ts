import type { AssembleOptions } from '@ctx/contract';

/**
 * The names of all options of a call. A list, because finding unknown options by destructuring takes longer than making
 * a short prompt.
 */
export const CALL_OPTIONS: Record<keyof AssembleOptions, true> = {
  windowSizeOverride: true,
  maxBytesOverride: true,
  systemInstruction: true,
  instructionFileText: true,
  replyTo: true,
  upTo: true,
  since: true,
  taskKnown: true,
  keepFrom: true,
  maxTokens: true,
  tokenCounter: true,
  format: true,
};
