import type { AgentContextOptions, AssembleOptions, ContextManagerOptions } from '@ctx/contract';

/** All options of a `ContextManager`. */
export const MANAGER_OPTIONS: Record<keyof ContextManagerOptions, true> = {
  contextWindowSize: true,
  maxBytes: true,
  onMessageAdded: true,
  onTeamTaskChanged: true,
  assemblers: true,
  fallback: true,
  logger: true,
  stripping: true,
  guarded: true,
  maxTokens: true,
  tokenCounter: true,
  maxMessages: true,
};

/** All options of `getContextForAgent`. */
export const CONTEXT_OPTIONS: Record<keyof AgentContextOptions, true> = {
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
};

/** All options of `assembleForAgent`. */
export const ASSEMBLE_OPTIONS: Record<keyof AssembleOptions, true> = { ...CONTEXT_OPTIONS, format: true };
