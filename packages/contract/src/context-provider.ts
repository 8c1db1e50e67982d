import type { AssemblerInput } from './assembler-input.ts';
import type { AssemblerOutput } from './assembler-output.ts';
import type { AgentContextOptions } from './context-options.ts';
import type { ContextSnapshot } from './context-snapshot.ts';
import type { ConversationMessage, NewMessage } from './conversation-message.ts';
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

/** The public methods of `ContextManager`, for those who want to wrap or replace it. */
export interface IContextProvider {
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
  clear(): void;
  exportSnapshot(): ContextSnapshot;
  importSnapshot(snapshot: ContextSnapshot): void;
}
