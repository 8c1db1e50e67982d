import type { AgentContextOptions, AssemblerInput, Logger, PromptContextMessage } from '@ctx/contract';
import { type ContextWindow, contextWindow } from './context-window.ts';
import type { MessageLog } from './message-log.ts';
import type { PromptMessages } from './prompt-messages.ts';

/** What prompts are made from besides each call's own options. */
export interface PromptSource {
  readonly log: MessageLog;
  readonly teamTask: string | null;
  readonly windowSize: number;
  readonly maxBytes: number;
  readonly messages: PromptMessages;
  readonly logger: Logger;
}

/** A message as agents see it, by its number in the log. */
export function messageAt({ log, messages }: PromptSource, number: number): PromptContextMessage {
  return messages.of(log.at(number));
}

/** The window a call asks for, without a message that only repeats the current one. */
export function selectWindow(source: PromptSource, options: AgentContextOptions): ContextWindow {
  const window = contextWindow(source.log, options.windowSizeOverride ?? source.windowSize, options);
  if (options.replyTo !== undefined || !repeatsNewest(source, window)) return window;
  source.logger.debug('[ContextManager] Deduplicated context for AI→AI');
  return { ...window, end: window.end - 1 };
}

/** The messages of a window's context, oldest first. */
export function contextOf(source: PromptSource, window: ContextWindow): PromptContextMessage[] {
  const context: PromptContextMessage[] = [];
  for (let number = window.start; number < window.end; number++) {
    if (number !== window.current) context.push(messageAt(source, number));
  }
  return context;
}

/** An assembler's input for a window, with the messages of its context as the caller has them. */
export function buildInput(
  source: PromptSource,
  { systemInstruction, instructionFileText }: AgentContextOptions,
  { current }: ContextWindow,
  contextMessages: readonly PromptContextMessage[],
): AssemblerInput {
  const { log, teamTask, maxBytes } = source;
  const currentMessage = current < log.first ? '' : messageAt(source, current).content;
  return { contextMessages, currentMessage, teamTask, systemInstruction, instructionFileText, maxBytes };
}

// An agent that hands over may already stand in the context with the very words it hands over.
function repeatsNewest(source: PromptSource, { current, start, end }: ContextWindow): boolean {
  if (end <= start) return false;
  const message = source.log.at(current);
  const newest = source.log.at(end - 1);
  return (
    message.speaker.type === 'ai' &&
    newest.speaker.roleName === message.speaker.roleName &&
    messageAt(source, end - 1).content === messageAt(source, current).content
  );
}
