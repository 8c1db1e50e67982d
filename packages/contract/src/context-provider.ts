import type { AssemblerInput, MessageCut } from './assembler-input.ts';
import type { AssemblerOutput } from './assembler-output.ts';
import type { AgentContextOptions, StrippingMode } from './context-options.ts';
import type { ContextSnapshot } from './context-snapshot.ts';
import type { ConversationMessage, NewMessage } from './conversation-message.ts';
import type { Layout } from './layout.ts';
import type { MessageFilter } from './message-filter.ts';
import type { Receipt } from './receipt.ts';

/** A prompt with a receipt of its content. */
export interface ExplainedPrompt extends AssemblerOutput {
  readonly receipt: Receipt;
}

/**
 * A prompt as UTF-8 chunks, ready to be written to a process without building a string. Later prompts share the memory,
 * so never change the chunks.
 */
export interface ChunkedPrompt {
  readonly prompt: readonly Uint8Array[];
  readonly systemFlag?: string | undefined;
  readonly receipt: Receipt;
}

/** Options of one prompt, and its form. */
export interface AssembleOptions extends AgentContextOptions {
  /** `chunks` gives the prompt as UTF-8 chunks. Default `string`. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/** The settings of all prompts, unless a call overrides them. */
export interface ContextSettings {
  /** How many messages before the current one an agent sees. `Infinity` for all. */
  readonly windowSize: number;
  readonly maxBytes: number;
  readonly maxTokens?: number | undefined;
  /** Id of the token counter. */
  readonly tokenCounter?: string | undefined;
  readonly guarded: boolean;
  readonly stripping: StrippingMode;
  /** Which part of a message that does not fit is left out. Missing: its end. */
  readonly cut?: MessageCut | undefined;
  /** How many messages are stored. Missing: all. */
  readonly maxMessages?: number | undefined;
}

/** The public methods of `ContextManager`, for code that wraps or replaces it. */
export interface IContextProvider {
  /** The settings of its prompts. With them in the log, old prompts can be made again. */
  readonly settings?: ContextSettings | undefined;
  addMessage(message: NewMessage): ConversationMessage;
  getMessages(): ConversationMessage[];
  getLatestMessage(): ConversationMessage | null;
  getMessage(id: string): ConversationMessage | undefined;
  findMessages(filter?: MessageFilter): ConversationMessage[];
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
  /** How prompts for this agent type are guarded. `undefined`: not guarded, or not known. */
  guards?(agentType: string): Layout['guards'];
  clear(): void;
  exportSnapshot(): ContextSnapshot;
  importSnapshot(snapshot: ContextSnapshot): void;
}
