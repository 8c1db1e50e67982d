import { PlainTextAssembler } from '@ctx/assembler-plain';
import {
  type AgentContextOptions,
  type AssembleOptions,
  type AssemblerInput,
  type AssemblerOutput,
  type ChunkedPrompt,
  type ContextManagerOptions,
  type ContextSnapshot,
  type ConversationMessage,
  DEFAULT_CONTEXT_WINDOW_SIZE,
  DEFAULT_MAX_BYTES,
  type ExplainedPrompt,
  type IContextProvider,
  type Logger,
  type NewMessage,
} from '@ctx/contract';
import { requireByteCount } from '@ctx/trimmer';
import { AssemblerRegistry } from './assembler-registry.ts';
import { buildInput, contextOf, type PromptSource, selectWindow } from './build-input.ts';
import { consoleLogger } from './console-logger.ts';
import { explainAssembler } from './explain-assembler.ts';
import { limitTeamTask } from './limit-team-task.ts';
import { MessageLog } from './message-log.ts';
import { PromptMessages } from './prompt-messages.ts';
import { assembleWindow } from './rendering/assemble-window.ts';
import { requireNumber } from './require-number.ts';
import { exportSnapshot } from './snapshot/export-snapshot.ts';
import { readSnapshot } from './snapshot/read-snapshot.ts';

/**
 * The single source of truth of a conversation: keeps what was said, once, and gives each agent the prompt it wants of
 * it. Knows nothing of processes, routing or files.
 */
export class ContextManager implements IContextProvider {
  readonly #onMessageAdded: ContextManagerOptions['onMessageAdded'];
  readonly #onTeamTaskChanged: ContextManagerOptions['onTeamTaskChanged'];
  readonly #logger: Logger;
  readonly #maxMessages: number;
  readonly #windowSize: number;
  readonly #maxBytes: number;
  readonly #assemblers: AssemblerRegistry;
  readonly #promptMessages: PromptMessages;
  readonly #currentIds = new WeakMap<AssemblerInput, string | undefined>();
  #log: MessageLog;
  #teamTask: string | null = null;

  /**
   * @throws TypeError when two assemblers are for the same agent type.
   * @throws RangeError for a window, budget or message limit that is no number ≥ 0.
   */
  constructor(options: ContextManagerOptions = {}) {
    this.#onMessageAdded = options.onMessageAdded;
    this.#onTeamTaskChanged = options.onTeamTaskChanged;
    this.#logger = options.logger ?? consoleLogger;
    this.#windowSize = requireNumber('The window', options.contextWindowSize ?? DEFAULT_CONTEXT_WINDOW_SIZE);
    this.#maxBytes = requireByteCount(options.maxBytes ?? DEFAULT_MAX_BYTES);
    this.#maxMessages = requireNumber('maxMessages', options.maxMessages ?? 0) || Number.POSITIVE_INFINITY;
    this.#assemblers = new AssemblerRegistry(
      options.assemblers ?? [],
      options.fallback ?? new PlainTextAssembler(),
      this.#logger,
    );
    this.#promptMessages = new PromptMessages(options.stripping ?? 'lenient');
    this.#log = new MessageLog(this.#maxMessages);
  }

  /**
   * Stores a frozen copy of the message, under its own id or the next free `msg-N`, and returns it.
   * @throws TypeError when it is not a message; nothing is stored then.
   * @throws CtxError `CTX_DUPLICATE_MESSAGE` when its id is taken.
   */
  addMessage(message: NewMessage): ConversationMessage {
    const stored = this.#log.add(message);
    this.#logger.debug(`[ContextManager] Message added: ${stored.id}`);
    this.#onMessageAdded?.(stored);
    return stored;
  }

  /** All messages kept, oldest first, in a list of the caller's own. */
  getMessages(): ConversationMessage[] {
    return this.#log.toArray();
  }

  getLatestMessage(): ConversationMessage | null {
    return this.#log.at(this.#log.end - 1) ?? null;
  }

  /** Sets what the team works on; more than 5,120 bytes are cut, with a warning. `null` takes the task away. */
  setTeamTask(task: string | null): void {
    this.#teamTask = task === null ? null : limitTeamTask(task, this.#logger);
    this.#onTeamTaskChanged?.(this.#teamTask);
  }

  getTeamTask(): string | null {
    return this.#teamTask;
  }

  /**
   * What an agent is to see: the current message and the window of messages that goes with it, stripped of markers.
   * Costs what the window costs, however long the conversation is.
   * @throws RangeError for a window that is negative or NaN.
   * @throws CtxError `CTX_UNKNOWN_MESSAGE` for an id that is not in the conversation.
   */
  getContextForAgent(_agentId: string, _agentType: string, options: AgentContextOptions = {}): AssemblerInput {
    const source = this.#source(options.maxBytesOverride);
    const window = selectWindow(source, options);
    const input = buildInput(source, options, window, contextOf(source, window));
    this.#currentIds.set(input, this.#log.at(window.current)?.id);
    return input;
  }

  /**
   * The prompt for an agent type, by its assembler or, for a type without one, by the fallback.
   * @throws ContextBudgetError when instructions and task alone do not fit the budget.
   */
  assemblePrompt(agentType: string, input: AssemblerInput): AssemblerOutput {
    return this.#assemblers.find(agentType).assemble(input);
  }

  /** The same prompt, with a receipt of what is in it. Of an assembler without `layout` it tells the bytes only. */
  explainPrompt(agentType: string, input: AssemblerInput): ExplainedPrompt {
    return explainAssembler(this.#assemblers.find(agentType), input, {
      messageId: this.#currentIds.get(input),
      idOf: this.#promptMessages.idOf,
    });
  }

  /**
   * `getContextForAgent` and `explainPrompt` in one: the same bytes and receipt, at a cost that follows the messages
   * kept instead of the window. `format: 'chunks'` gives the prompt as UTF-8 bytes.
   */
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
  assembleForAgent(
    _agentId: string,
    agentType: string,
    options: AssembleOptions = {},
  ): ExplainedPrompt | ChunkedPrompt {
    const source = this.#source(options.maxBytesOverride);
    return assembleWindow(source, this.#assemblers.find(agentType), options, selectWindow(source, options));
  }

  /** Forgets everything: messages, task, and which ids were given. */
  clear(): void {
    this.#log = new MessageLog(this.#maxMessages);
    this.setTeamTask(null);
  }

  /** The conversation as JSON data. @throws CtxError `CTX_NOT_SERIALIZABLE` for what JSON cannot hold. */
  exportSnapshot(): ContextSnapshot {
    return exportSnapshot(this.getMessages(), this.#teamTask);
  }

  /**
   * Replaces everything by a snapshot; generated ids go on behind its highest.
   * @throws CtxError `CTX_INVALID_SNAPSHOT`; the conversation stays as it was then.
   */
  importSnapshot(snapshot: ContextSnapshot): void {
    const { log, teamTask } = readSnapshot(snapshot, this.#maxMessages);
    this.#log = log;
    this.setTeamTask(teamTask);
  }

  #source(maxBytesOverride: number | undefined): PromptSource {
    return {
      log: this.#log,
      teamTask: this.#teamTask,
      windowSize: this.#windowSize,
      maxBytes: maxBytesOverride === undefined ? this.#maxBytes : requireByteCount(maxBytesOverride),
      messages: this.#promptMessages,
      logger: this.#logger,
    };
  }
}
