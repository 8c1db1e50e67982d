import type { MessageCut } from './assembler-input.ts';
import type { IContextAssembler } from './context-assembler.ts';
import type { ConversationMessage } from './conversation-message.ts';
import type { Logger } from './logger.ts';
import type { TokenCounter } from './token-counter.ts';

/**
 * How markers are removed from messages before an agent sees them. `strict` keeps code, quotes and white space
 * unchanged.
 */
export type StrippingMode = 'lenient' | 'strict';

/** Options of `ContextManager`. */
export interface ContextManagerOptions {
  /** How many messages before the current one an agent sees. 0 for none, `Infinity` for all. Default 5. */
  readonly contextWindowSize?: number | undefined;
  /** Upper bound for a prompt with its system flag, in bytes of UTF-8. Default 786,432. */
  readonly maxBytes?: number | undefined;
  /**
   * Called after a message is stored. An error it throws reaches the caller of `addMessage`. If it returns a promise
   * that rejects, the error goes to the logger. The message stays stored in both cases.
   */
  readonly onMessageAdded?: ((message: ConversationMessage) => void) | undefined;
  /** Called after the team task is set, cleared or imported. Errors are handled as for `onMessageAdded`. */
  readonly onTeamTaskChanged?: ((task: string | null) => void) | undefined;
  /** One assembler for each agent type. Default none. */
  readonly assemblers?: readonly IContextAssembler[] | undefined;
  /** The assembler for all other agent types. Default `PlainTextAssembler`. */
  readonly fallback?: IContextAssembler | undefined;
  /** Default: prints warnings on the console. */
  readonly logger?: Logger | undefined;
  /** How markers are removed. Default `lenient`. */
  readonly stripping?: StrippingMode | undefined;
  /** Guard prompts: no text can look like a message of another sender or like a heading. Default `false`. */
  readonly guarded?: boolean | undefined;
  /** Upper bound in tokens, in addition. Needs `tokenCounter`. Default none. */
  readonly maxTokens?: number | undefined;
  /** Counts tokens for `maxTokens`. */
  readonly tokenCounter?: TokenCounter | undefined;
  /** Which part of a current message that does not fit is left out. Default `end`. */
  readonly cut?: MessageCut | undefined;
  /** Keep only this many of the newest messages. 0, the default, keeps all. */
  readonly maxMessages?: number | undefined;
}

/** Options of one prompt: which part of the conversation the agent sees, and its instructions. */
export interface AgentContextOptions {
  /** Replaces `contextWindowSize` for this call. */
  readonly windowSizeOverride?: number | undefined;
  /** Replaces `maxBytes` for this call. */
  readonly maxBytesOverride?: number | undefined;
  /** Who the agent is and how it should behave. */
  readonly systemInstruction?: string | undefined;
  /** Text of an instruction file, such as AGENTS.md. */
  readonly instructionFileText?: string | undefined;
  /** Id of the message to answer. The context is then taken from all other messages. Default: the latest message. */
  readonly replyTo?: string | undefined;
  /** Id of a message. Later messages are ignored, as if the conversation ended there. */
  readonly upTo?: string | undefined;
  /**
   * Id of the newest message that the agent has seen. The context is then all later messages, whatever the window,
   * except those of the agent itself. Its own messages with `metadata.partial` are included, because an agent does not
   * remember a turn that did not complete. Instructions are left out unless they go to the system flag.
   */
  readonly since?: string | undefined;
  /** Leave out the team task, because the agent knows it. Default false. */
  readonly taskKnown?: boolean | undefined;
  /** Id of a message. Earlier messages are ignored, as if the conversation began there. */
  readonly keepFrom?: string | undefined;
  /** Replaces the manager's `maxTokens` for this call. */
  readonly maxTokens?: number | undefined;
  /** Replaces the manager's `tokenCounter` for this call. */
  readonly tokenCounter?: TokenCounter | undefined;
}
