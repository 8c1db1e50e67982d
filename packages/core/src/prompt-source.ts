import type {
  AgentContextOptions,
  AssemblerInput,
  CurrentMessage,
  IContextAssembler,
  Logger,
  PromptContextMessage,
  TokenCounter,
} from '@ctx/contract';
import { type ContextWindow, contextWindow, isContext, withoutRepetition } from './context-window.ts';
import type { MessageLog } from './message-log.ts';

/** What a prompt is made by. */
export interface PromptSettings {
  readonly windowSize: number;
  readonly maxBytes: number;
  readonly maxTokens: number | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly guarded: boolean;
  readonly logger: Logger;
}

/** What the prompt of one call is made from. */
export interface PromptSource extends PromptSettings {
  readonly log: MessageLog;
  readonly agentId: string;
  /** The one for the agent's type. A call, because the first use of the fallback is said in the log. */
  readonly findAssembler: () => IContextAssembler;
  readonly options: AgentContextOptions;
  /** `null` also when the agent knows it. */
  readonly teamTask: string | null;
}

/** The window that the call asks for, without a message that only repeats the current one. */
export function selectWindow({ log, agentId, windowSize, options, logger }: PromptSource): ContextWindow {
  const window = contextWindow(log, agentId, windowSize, options);
  if (options.replyTo !== undefined) return window;
  const unrepeated = withoutRepetition(log, window);
  if (unrepeated !== window) logger.debug('[ContextManager] Deduplicated context for AI→AI');
  return unrepeated;
}

/**
 * The messages of a window's context, oldest first: all of them, or only as many of the newest as it takes for their
 * contents to be longer than `units` code units.
 */
export function newestContext(
  { log }: PromptSource,
  window: ContextWindow,
  units = Number.POSITIVE_INFINITY,
): PromptContextMessage[] {
  const newestFirst: PromptContextMessage[] = [];
  let left = units;
  for (let number = window.end - 1; number >= window.start && left >= 0; number--) {
    if (!isContext(log, window, number)) continue;
    const message = log.promptAt(number);
    newestFirst.push(message);
    left -= message.content.length;
  }
  return newestFirst.reverse();
}

/**
 * An assembler's input for a window, with as much of its context as the caller has chosen.
 * @throws TypeError for `since` with an assembler that has no layout.
 */
export function buildInput(
  source: PromptSource,
  { current }: ContextWindow,
  contextMessages: readonly PromptContextMessage[],
): AssemblerInput {
  const { log, options, teamTask, guarded, maxBytes, maxTokens, tokenCounter } = source;
  const message = current < log.first ? undefined : log.promptAt(current);
  const { systemInstruction, instructionFileText }: AgentContextOptions = needsInstructions(source) ? options : {};
  return {
    contextMessages,
    currentMessage: message?.content ?? '',
    current: guarded ? sender(message) : undefined,
    teamTask,
    systemInstruction,
    instructionFileText,
    maxBytes,
    maxTokens,
    tokenCounter,
  };
}

// Without a message there is nobody to name, but a task to guard.
function sender(message: PromptContextMessage = { from: 'ctx', content: '' }): CurrentMessage {
  const { from, to, deeds } = message;
  return { from, to, deeds };
}

// An agent that goes on with its session was given its instructions when that began; a system flag it needs each time.
function needsInstructions({ findAssembler, options, maxBytes }: PromptSource): boolean {
  if (options.since === undefined) return true;
  const assembler = findAssembler();
  if (assembler.layout === undefined) {
    throw new TypeError(`since needs an assembler with a layout; that for "${assembler.getAgentType()}" has none`);
  }
  const empty = { ...options, contextMessages: [], currentMessage: '', teamTask: null, maxBytes };
  return assembler.layout(empty).systemBlock !== undefined;
}
