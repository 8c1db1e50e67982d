import type { AssemblerInput } from './assembler-input.ts';
import type { AssemblerOutput } from './assembler-output.ts';
import type { AgentContextOptions, StrippingMode } from './context-options.ts';
import type { ContextSnapshot } from './context-snapshot.ts';
import type { ConversationMessage, NewMessage } from './conversation-message.ts';
import type { Layout } from './layout.ts';
import type { Receipt } from './receipt.ts';

/** A prompt with the receipt of what is in it. */
export interface ExplainedPrompt extends AssemblerOutput {
  readonly receipt: Receipt;
}

/**
 * The same prompt as UTF-8 chunks, in order, ready to be written to a process without building a string. Later prompts
 * share the memory: read the chunks, never write to them.
 */
export interface ChunkedPrompt {
  readonly prompt: readonly Uint8Array[];
  readonly systemFlag?: string | undefined;
  readonly receipt: Receipt;
}

/** `AgentContextOptions`, and in which form the prompt is wanted. */
export interface AssembleOptions extends AgentContextOptions {
  /** Default `string`. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/** How prompts are made where a call does not say otherwise. */
export interface ContextSettings {
  /** Messages before the current one; `Infinity` for all. */
  readonly windowSize: number;
  readonly maxBytes: number;
  readonly maxTokens?: number | undefined;
  /** Id of the token counter. */
  readonly tokenCounter?: string | undefined;
  readonly guarded: boolean;
  readonly stripping: StrippingMode;
  /** How many messages are kept; missing: all. */
  readonly maxMessages?: number | undefined;
}

/** The public methods of `ContextManager`, for those who want to wrap or replace it. */
export interface IContextProvider {
  /** What its prompts are made with. A log that has it can make them again. */
  readonly settings?: ContextSettings | undefined;
  addMessage(message: NewMessage): ConversationMessage;
  getMessages(): ConversationMessage[];
  getLatestMessage(): ConversationMessage | null;
  setTeamTask(task: string | null): void;
  getTeamTask(): string | null;
  getContextForAgent(agentId: string, agentType: string, options?: AgentContextOptions): AssemblerInput;
  assemblePrompt(agentType: string, input: AssemblerInput): AssemblerOutput;
  explainPrompt(agentType: string, input: AssemblerInput): ExplainedPrompt;
  assembleForAgent(
    agentId: string,
    agentType: string,
    options: AssembleOptions & { readonly format: 'chunks' },
  ): ChunkedPrompt;
  assembleForAgent(
    agentId: string,
    agentType: string,
    options?: AgentContextOptions & { readonly format?: 'string' | undefined },
  ): ExplainedPrompt;
  /** How prompts for this agent type are guarded; missing or `undefined`: not, or not known. */
  guards?(agentType: string): Layout['guards'];
  clear(): void;
  exportSnapshot(): ContextSnapshot;
  importSnapshot(snapshot: ContextSnapshot): void;
}
