import { PlainTextAssembler } from '@ctx/assembler-plain';
import {
  type AgentContextOptions,
  type AssembleOptions,
  type AssemblerInput,
  type AssemblerOutput,
  type ChunkedPrompt,
  type ContextManagerOptions,
  type ContextSettings,
  type ContextSnapshot,
  type ConversationMessage,
  DEFAULT_CONTEXT_WINDOW_SIZE,
  DEFAULT_MAX_BYTES,
  type ExplainedPrompt,
  type IContextProvider,
  type MessageFilter,
  type NewMessage,
  requireNoMore,
} from '@ctx/contract';
import { requireByteCount, requireNumber, requireTokenBudget } from '@ctx/trimmer';
import { assembleForAgent } from './assemble-for-agent.ts';
import { createAssemblerFinder } from './assembler-finder.ts';
import { CALL_OPTIONS } from './call-options.ts';
import { consoleLogger } from './console-logger.ts';
import { explainInput } from './explain-input.ts';
import { createMessageMatcher } from './find-messages.ts';
import { limitTeamTask } from './limit-team-task.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { PromptOrigin } from './prompt-origin.ts';
import { buildInput, newestContext, type PromptSettings, type PromptSource, selectWindow } from './prompt-source.ts';
import { exportSnapshot } from './snapshot/export-snapshot.ts';
import { readSnapshot } from './snapshot/read-snapshot.ts';

/**
 * The single source of truth of a conversation: stores each message once, and makes the prompt for each agent in the
 * agent's own format. Knows nothing about processes, routing or files.
 */
export class ContextManager implements IContextProvider {
  /** The settings of all prompts, unless a call overrides them. */
  readonly settings: ContextSettings;
  readonly #onMessageAdded: ContextManagerOptions['onMessageAdded'];
  readonly #onTeamTaskChanged: ContextManagerOptions['onTeamTaskChanged'];
  readonly #promptSettings: PromptSettings;
  readonly #findAssembler: ReturnType<typeof createAssemblerFinder>;
  readonly #createLog: () => MessageLog;
  readonly #origins = new WeakMap<AssemblerInput, PromptOrigin>();
  #log: MessageLog;
  #teamTask: string | null = null;

  /**
   * @throws TypeError for an unknown option, for two assemblers with the same agent type, and for `maxTokens` without
   * `tokenCounter`.
   * @throws RangeError for a window, budget or message limit that is not a number ≥ 0.
   */
  constructor({
    contextWindowSize = DEFAULT_CONTEXT_WINDOW_SIZE,
    maxBytes = DEFAULT_MAX_BYTES,
    onMessageAdded,
    onTeamTaskChanged,
    assemblers = [],
    fallback = new PlainTextAssembler(),
    logger = consoleLogger,
    stripping = 'lenient',
    guarded = false,
    maxTokens,
    tokenCounter,
    cut,
    maxMessages = 0,
    ...unknown
  }: ContextManagerOptions = {}) {
    requireNoMore(unknown satisfies Record<string, never>);
    requireTokenBudget({ maxTokens, tokenCounter });
    this.#onMessageAdded = onMessageAdded;
    this.#onTeamTaskChanged = onTeamTaskChanged;
    const shared = {
      windowSize: requireNumber('contextWindowSize', contextWindowSize),
      maxBytes: requireByteCount(maxBytes),
      maxTokens,
      guarded,
      cut: cut === 'middle' ? cut : undefined,
    };
    this.#promptSettings = { ...shared, tokenCounter, logger };
    this.settings = Object.freeze({
      ...shared,
      tokenCounter: tokenCounter?.id,
      stripping,
      maxMessages: requireNumber('maxMessages', maxMessages) || undefined,
    });
    this.#findAssembler = createAssemblerFinder(assemblers, fallback, logger);
    this.#createLog = () => createMessageLog(maxMessages || Number.POSITIVE_INFINITY, stripping);
    this.#log = this.#createLog();
  }

  /**
   * Stores a frozen copy of the message and returns it. A message without an id gets the next free `msg-N`.
   * @throws TypeError if it is not a valid message. Nothing is stored then.
   * @throws CtxError `CTX_DUPLICATE_MESSAGE` if its id is taken.
   */
  addMessage(message: NewMessage): ConversationMessage {
    const stored = this.#log.add(message);
    this.#promptSettings.logger.debug(`[ContextManager] Message added: ${stored.id}`);
    this.#logRejection('onMessageAdded', this.#onMessageAdded?.(stored));
    return stored;
  }

  /** All stored messages, oldest first, in a new array. */
  getMessages(): ConversationMessage[] {
    return this.#log.toArray();
  }

  /** The newest message, or `null` if there is none. */
  getLatestMessage(): ConversationMessage | null {
    return this.#log.at(this.#log.end - 1) ?? null;
  }

  /** The stored message with this id, or `undefined`. */
  getMessage(id: string): ConversationMessage | undefined {
    return this.#log.get(id);
  }

  /**
   * The stored messages that match all fields of the filter, oldest first: by speaker, time and text.
   * @throws TypeError for an unknown field.
   * @throws RangeError for a time that is none.
   */
  findMessages(filter: MessageFilter = {}): ConversationMessage[] {
    return this.getMessages().filter(createMessageMatcher(filter));
  }

  /** Sets the team task, or removes it with `null`. A task over 5,120 bytes is cut, with a warning. */
  setTeamTask(task: string | null): void {
    this.#teamTask = task === null ? null : limitTeamTask(task, this.#promptSettings.logger);
    this.#logRejection('onTeamTaskChanged', this.#onTeamTaskChanged?.(this.#teamTask));
  }

  /** The team task, or `null` if there is none. */
  getTeamTask(): string | null {
    return this.#teamTask;
  }

  /**
   * The input for an assembler: the current message and the window of earlier messages, without markers. The cost
   * depends on the window, not on the length of the conversation.
   * @throws RangeError for a window or budget that is not a number ≥ 0.
   * @throws TypeError for an unknown option, for `since` with an assembler without `layout`, and for `maxTokens`
   * without a counter.
   * @throws CtxError `CTX_UNKNOWN_MESSAGE` for an id that is not in the conversation.
   */
  getContextForAgent(agentId: string, agentType: string, options: AgentContextOptions = {}): AssemblerInput {
    const source = this.#source(agentId, agentType, options);
    const window = selectWindow(source);
    const context = newestContext(source, window);
    const input = buildInput(source, window, context);
    this.#origins.set(input, { log: this.#log, window, given: context.length });
    return input;
  }

  /**
   * The prompt in the format of an agent type. A type without an assembler gets the format of the fallback.
   * @throws ContextBudgetError if instructions, task and one character of the current message do not fit.
   */
  assemblePrompt(agentType: string, input: AssemblerInput): AssemblerOutput {
    return this.#findAssembler(agentType).assemble(input);
  }

  /**
   * The same prompt with a receipt of what is in it. For an assembler without `layout` the receipt has only the bytes.
   * @throws ContextBudgetError as `assemblePrompt` does.
   */
  explainPrompt(agentType: string, input: AssemblerInput): ExplainedPrompt {
    return explainInput(this.#findAssembler(agentType), input, this.#origins.get(input), 'string') as ExplainedPrompt;
  }

  /**
   * `getContextForAgent` and `explainPrompt` in one step. Gives the same bytes and receipt, throws the same errors, and
   * costs less: the cost depends on the messages that are kept, not on the window. `format: 'chunks'` gives the prompt
   * as UTF-8 bytes.
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
  assembleForAgent(agentId: string, agentType: string, options: AssembleOptions = {}): ExplainedPrompt | ChunkedPrompt {
    return assembleForAgent(this.#source(agentId, agentType, options), options.format);
  }

  /** Removes all messages and the task. Generated ids start at `msg-1` again. */
  clear(): void {
    this.#log = this.#createLog();
    this.setTeamTask(null);
  }

  /** The conversation as JSON data. @throws CtxError `CTX_NOT_SERIALIZABLE` for a value that JSON cannot represent. */
  exportSnapshot(): ContextSnapshot {
    return exportSnapshot(this.getMessages(), this.#teamTask);
  }

  /**
   * Replaces messages and task by those of a snapshot. Generated ids continue after its highest `msg-N`.
   * @throws CtxError `CTX_INVALID_SNAPSHOT`. The conversation is unchanged then.
   */
  importSnapshot(snapshot: ContextSnapshot): void {
    const { log, teamTask } = readSnapshot(snapshot, this.#createLog());
    this.#log = log;
    this.setTeamTask(teamTask);
  }

  // An error thrown by a hook reaches the caller. An async hook is not awaited, so its error goes to the logger.
  #logRejection(hook: string, returned: unknown): void {
    if (!(returned instanceof Promise)) return;
    returned.catch((error: unknown) =>
      this.#promptSettings.logger.error(`[ContextManager] ${hook} rejected: ${String(error)}`),
    );
  }

  #source(agentId: string, agentType: string, options: AgentContextOptions): PromptSource {
    requireNoMore(options, CALL_OPTIONS);
    const settings = this.#promptSettings;
    const { maxTokens = settings.maxTokens, tokenCounter = settings.tokenCounter } = options;
    requireTokenBudget({ maxTokens, tokenCounter });
    return {
      log: this.#log,
      agentId,
      findAssembler: () => this.#findAssembler(agentType, agentId),
      options,
      teamTask: options.taskKnown ? null : this.#teamTask,
      windowSize: options.windowSizeOverride ?? settings.windowSize,
      maxBytes: requireByteCount(options.maxBytesOverride ?? settings.maxBytes),
      maxTokens,
      tokenCounter,
      guarded: settings.guarded,
      cut: settings.cut,
      logger: settings.logger,
    };
  }
}
