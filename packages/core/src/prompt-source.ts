import type {
  AgentContextOptions,
  AssemblerInput,
  CurrentMessage,
  IContextAssembler,
  Logger,
  MessageCut,
  PromptContextMessage,
  TokenCounter,
} from '@ctx/contract';
import { type ContextWindow, contextWindow, isContext, withoutRepetition } from './context-window.ts';
import type { MessageLog } from './message-log.ts';

/** The settings of a prompt. */
export interface PromptSettings {
  readonly windowSize: number;
  readonly maxBytes: number;
  readonly maxTokens: number | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly guarded: boolean;
  readonly cut: MessageCut | undefined;
  readonly logger: Logger;
}

/** Everything needed to make the prompt of one call. */
export interface PromptSource extends PromptSettings {
  readonly log: MessageLog;
  readonly agentId: string;
  /** Finds the assembler of the agent's type. A function, because finding only the fallback logs a warning. */
  readonly findAssembler: () => IContextAssembler;
  readonly options: AgentContextOptions;
  /** `null` also if the agent already knows the task. */
  readonly teamTask: string | null;
}

/** The window of the call, without a message that only repeats the current one. */
export function selectWindow({ log, agentId, windowSize, options, logger }: PromptSource): ContextWindow {
  const window = contextWindow(log, agentId, windowSize, options);
  if (options.replyTo !== undefined) return window;
  const unrepeated = withoutRepetition(log, window);
  if (unrepeated !== window) logger.debug('[ContextManager] Deduplicated context for AI→AI');
  return unrepeated;
}

/**
 * The context messages of a window, oldest first. Stops going back once the contents are longer than `maxUnits` code
 * units together.
 */
export function newestContext(
  { log }: PromptSource,
  window: ContextWindow,
  maxUnits = Number.POSITIVE_INFINITY,
): PromptContextMessage[] {
  const newestFirst: PromptContextMessage[] = [];
  let left = maxUnits;
  for (let position = window.end - 1; position >= window.start && left >= 0; position--) {
    if (!isContext(log, window, position)) continue;
    const message = log.promptAt(position);
    newestFirst.push(message);
    left -= message.content.length;
  }
  return newestFirst.reverse();
}

/**
 * The input for an assembler, with the context messages that the caller has chosen.
 * @throws TypeError for `since` with an assembler that has no layout.
 */
export function buildInput(
  source: PromptSource,
  { current, newer }: ContextWindow,
  contextMessages: readonly PromptContextMessage[],
): AssemblerInput {
  const { log, options, teamTask, guarded, maxBytes, maxTokens, tokenCounter, cut } = source;
  const message = current < log.first ? undefined : log.promptAt(current);
  const { systemInstruction, instructionFileText }: AgentContextOptions = needsInstructions(source) ? options : {};
  return {
    contextMessages,
    currentMessage: message?.content ?? '',
    current: guarded ? sender(message) : undefined,
    newerMessages: newer > 0 ? newer : undefined,
    teamTask,
    systemInstruction,
    instructionFileText,
    maxBytes,
    maxTokens,
    tokenCounter,
    cut,
  };
}

// Without a message there is no sender, but the task must still be guarded.
function sender(message: PromptContextMessage = { from: 'ctx', content: '' }): CurrentMessage {
  const { from, to, deeds } = message;
  return { from, to, deeds };
}

// An agent that continues its session got its instructions in the first prompt. A system flag is needed every time.
function needsInstructions({ findAssembler, options, maxBytes }: PromptSource): boolean {
  if (options.since === undefined) return true;
  const assembler = findAssembler();
  if (assembler.layout === undefined) {
    throw new TypeError(`since needs an assembler with a layout; the one for "${assembler.getAgentType()}" has none`);
  }
  const empty = { ...options, contextMessages: [], currentMessage: '', teamTask: null, maxBytes };
  return assembler.layout(empty).systemBlock !== undefined;
}
