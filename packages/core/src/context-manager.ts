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
  type IContextAssembler,
  type IContextProvider,
  type NewMessage,
  requireNoMore,
} from '@ctx/contract';
import { requireByteCount, requireNumber, requireTokenBudget } from '@ctx/trimmer';
import { assembleForAgent } from './assemble-for-agent.ts';
import { createAssemblerFinder } from './assembler-finder.ts';
import { CALL_OPTIONS } from './call-options.ts';
import { consoleLogger } from './console-logger.ts';
import { explainInput } from './explain-input.ts';
import { limitTeamTask } from './limit-team-task.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { PromptOrigin } from './prompt-origin.ts';
import { buildInput, newestContext, type PromptSettings, type PromptSource, selectWindow } from './prompt-source.ts';
import { exportSnapshot } from './snapshot/export-snapshot.ts';
import { readSnapshot } from './snapshot/read-snapshot.ts';

/**
 * The single source of truth of a conversation: keeps what was said, once, and gives each agent the prompt it wants of
 * it. Knows nothing of processes, routing or files.
 */
export class ContextManager implements IContextProvider {
  /** What its prompts are made with, where a call does not say otherwise. */
  readonly settings: ContextSettings;
  readonly #onMessageAdded: ContextManagerOptions['onMessageAdded'];
  readonly #onTeamTaskChanged: ContextManagerOptions['onTeamTaskChanged'];
  readonly #settings: PromptSettings;
  readonly #findAssembler: (agentType: string) => IContextAssembler;
  readonly #createLog: () => MessageLog;
  readonly #origins = new WeakMap<AssemblerInput, PromptOrigin>();
  #log: MessageLog;
  #teamTask: string | null = null;

  /**
   * @throws TypeError for an option there is not, when two assemblers are for the same agent type, and for `maxTokens`
   * without `tokenCounter`.
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
    maxMessages = 0,
    ...unknown
  }: ContextManagerOptions = {}) {
    requireNoMore(unknown satisfies Record<string, never>);
    requireTokenBudget({ maxTokens, tokenCounter });
    this.#onMessageAdded = onMessageAdded;
    this.#onTeamTaskChanged = onTeamTaskChanged;
    const shared = {
      windowSize: requireNumber('The window', contextWindowSize),
      maxBytes: requireByteCount(maxBytes),
      maxTokens,
      guarded,
    };
    this.#settings = { ...shared, tokenCounter, logger };
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
   * Stores a frozen copy of the message, under its own id or the next free `msg-N`, and returns it.
   * @throws TypeError when it is not a message; nothing is stored then.
   * @throws CtxError `CTX_DUPLICATE_MESSAGE` when its id is taken.
   */
  addMessage(message: NewMessage): ConversationMessage {
    const stored = this.#log.add(message);
    this.#settings.logger.debug(`[ContextManager] Message added: ${stored.id}`);
    this.#logRejection('onMessageAdded', this.#onMessageAdded?.(stored));
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
    this.#teamTask = task === null ? null : limitTeamTask(task, this.#settings.logger);
    this.#logRejection('onTeamTaskChanged', this.#onTeamTaskChanged?.(this.#teamTask));
  }

  getTeamTask(): string | null {
    return this.#teamTask;
  }

  /**
   * What an agent is to see: the current message and the window of messages that goes with it, stripped of markers.
   * Costs what the window costs, however long the conversation is.
   * @throws RangeError for a window that is negative or NaN.
   * @throws TypeError for `since` with an assembler without `layout`, and for `maxTokens` without a counter.
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
   * The prompt for an agent type, by its assembler or, for a type without one, by the fallback.
   * @throws ContextBudgetError when instructions and task alone do not fit the budget.
   */
  assemblePrompt(agentType: string, input: AssemblerInput): AssemblerOutput {
    return this.#findAssembler(agentType).assemble(input);
  }

  /** The same prompt, with a receipt of what is in it. Of an assembler without `layout` it tells the bytes only. */
  explainPrompt(agentType: string, input: AssemblerInput): ExplainedPrompt {
    return explainInput(this.#findAssembler(agentType), input, this.#origins.get(input), 'string') as ExplainedPrompt;
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
  assembleForAgent(agentId: string, agentType: string, options: AssembleOptions = {}): ExplainedPrompt | ChunkedPrompt {
    return assembleForAgent(this.#source(agentId, agentType, options), options.format);
  }

  /** Forgets everything: messages, task, and which ids were given. */
  clear(): void {
    this.#log = this.#createLog();
    this.setTeamTask(null);
  }

  /** The conversation as JSON data. @throws CtxError `CTX_NOT_SERIALIZABLE` for what JSON cannot hold. */
  exportSnapshot(): ContextSnapshot {
    return exportSnapshot(this.getMessages(), this.#teamTask);
  }

  /**
   * Replaces everything by a snapshot; generated ids go on after its highest.
   * @throws CtxError `CTX_INVALID_SNAPSHOT`; the conversation stays as it was then.
   */
  importSnapshot(snapshot: ContextSnapshot): void {
    const { log, teamTask } = readSnapshot(snapshot, this.#createLog());
    this.#log = log;
    this.setTeamTask(teamTask);
  }

  // What a hook throws reaches the caller. Nobody waits for a hook that is async.
  #logRejection(hook: string, returned: unknown): void {
    if (!(returned instanceof Promise)) return;
    returned.catch((error: unknown) =>
      this.#settings.logger.error(`[ContextManager] ${hook} rejected: ${String(error)}`),
    );
  }

  #source(agentId: string, agentType: string, options: AgentContextOptions): PromptSource {
    requireNoMore(options, CALL_OPTIONS);
    const settings = this.#settings;
    const { maxTokens = settings.maxTokens, tokenCounter = settings.tokenCounter } = options;
    requireTokenBudget({ maxTokens, tokenCounter });
    return {
      log: this.#log,
      agentId,
      findAssembler: () => this.#findAssembler(agentType),
      options,
      teamTask: options.taskKnown ? null : this.#teamTask,
      windowSize: options.windowSizeOverride ?? settings.windowSize,
      maxBytes: requireByteCount(options.maxBytesOverride ?? settings.maxBytes),
      maxTokens,
      tokenCounter,
      guarded: settings.guarded,
      logger: settings.logger,
    };
  }
}
