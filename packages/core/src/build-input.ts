import type { AgentContextOptions, AssemblerInput, Logger, PromptContextMessage } from '@ctx/contract';
import { type ContextWindow, contextWindow, newestFirst } from './context-window.ts';
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

/** An assembler's input with the `count` newest messages of the window. */
export function buildInput(
  { log, teamTask, maxBytes, messages }: PromptSource,
  { systemInstruction, instructionFileText }: AgentContextOptions,
  window: ContextWindow | undefined,
  count = Number.POSITIVE_INFINITY,
): AssemblerInput {
  const contextMessages: PromptContextMessage[] = [];
  let currentMessage = '';
  if (window !== undefined) {
    currentMessage = messages.of(log.at(window.current)).content;
    for (const position of newestFirst(window)) {
      if (contextMessages.length >= count) break;
      contextMessages.push(messages.of(log.at(position)));
    }
    contextMessages.reverse();
  }
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
