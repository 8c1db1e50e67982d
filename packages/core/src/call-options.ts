import type { AssembleOptions } from '@ctx/contract';

/**
 * All options of a call. A list, because taking all of them out of an object to see what is left costs more than the rest
 * of a short prompt.
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
