import type { AgentContextOptions, AssemblerInput, Logger, PromptContextMessage } from '@ctx/contract';
import { type ContextWindow, contextWindow, positionInWindow, windowLength } from './context-window.ts';
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

/** The window a call asks for, without a message that only repeats the current one; `undefined` without messages. */
export function selectWindow(source: PromptSource, options: AgentContextOptions): ContextWindow | undefined {
  const window = contextWindow(source.log, options.windowSizeOverride ?? source.windowSize, options);
  if (window === undefined || options.replyTo !== undefined || !repeatsNewest(source, window)) return window;
  source.logger.debug('[ContextManager] Deduplicated context for AI→AI');
  return { ...window, end: window.end - 1 };
}

/** The messages of a window's context, oldest first. */
export function contextOf({ log, messages }: PromptSource, window: ContextWindow | undefined): PromptContextMessage[] {
  const context: PromptContextMessage[] = [];
  const length = window === undefined ? 0 : windowLength(window);
  for (let index = 0; index < length; index++) context.push(messages.of(log.at(positionInWindow(window!, index))));
  return context;
}

/** An assembler's input for a window, with the messages of its context as the caller has them. */
export function buildInput(
  { log, teamTask, maxBytes, messages }: PromptSource,
  { systemInstruction, instructionFileText }: AgentContextOptions,
  window: ContextWindow | undefined,
  contextMessages: readonly PromptContextMessage[],
): AssemblerInput {
  const currentMessage = window === undefined ? '' : messages.of(log.at(window.current)).content;
  return { contextMessages, currentMessage, teamTask, systemInstruction, instructionFileText, maxBytes };
}

// An agent that hands over may already stand in the context with the very words it hands over.
function repeatsNewest({ log, messages }: PromptSource, { current, start, end }: ContextWindow): boolean {
  const message = log.at(current);
  if (message.speaker.type !== 'ai' || end <= start) return false;
  const newest = log.at(end - 1);
  return (
    newest.speaker.roleName === message.speaker.roleName && messages.of(newest).content === messages.of(message).content
  );
}
