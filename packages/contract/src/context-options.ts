import type { IContextAssembler } from './context-assembler.ts';
import type { ConversationMessage } from './conversation-message.ts';
import type { Logger } from './logger.ts';
import type { TokenCounter } from './token-counter.ts';

/** How markers are taken out of what an agent is shown. `strict` keeps code and layout byte for byte. */
export type StrippingMode = 'lenient' | 'strict';

/** What a `ContextManager` is made with; all of it optional. */
export interface ContextManagerOptions {
  /** Messages before the current one that an agent sees. 0 = none, `Infinity` = all. */
  readonly contextWindowSize?: number | undefined;
  /** Budget of a prompt with its system flag, in bytes of UTF-8. */
  readonly maxBytes?: number | undefined;
  /**
   * Called after a message is stored. What it throws reaches the caller of `addMessage`, what it rejects
   * with the logger; the message stays.
   */
  readonly onMessageAdded?: ((message: ConversationMessage) => void) | undefined;
  /** Called after the team task is set, cleared or imported. */
  readonly onTeamTaskChanged?: ((task: string | null) => void) | undefined;
  /** One per agent type. */
  readonly assemblers?: readonly IContextAssembler[] | undefined;
  /** Used for agent types none of `assemblers` is for. */
  readonly fallback?: IContextAssembler | undefined;
  readonly logger?: Logger | undefined;
  /** Default `lenient`. */
  readonly stripping?: StrippingMode | undefined;
  /** Make prompts in which nobody's words can pass for another's. Default `false`. */
  readonly guarded?: boolean | undefined;
  /** Budget of a prompt with its system flag in tokens too. Needs `tokenCounter`. */
  readonly maxTokens?: number | undefined;
  readonly tokenCounter?: TokenCounter | undefined;
  /** Keep only the newest N messages; 0 or missing keeps all. */
  readonly maxMessages?: number | undefined;
}

/** Which part of the conversation an agent is shown, and what is said beside it. */
export interface AgentContextOptions {
  /** Window for this call instead of `contextWindowSize`. */
  readonly windowSizeOverride?: number | undefined;
  /** Budget for this call instead of the manager's `maxBytes`, in bytes of UTF-8. */
  readonly maxBytesOverride?: number | undefined;
  readonly systemInstruction?: string | undefined;
  readonly instructionFileText?: string | undefined;
  /** Id of the message to answer instead of the latest one; all other messages are its context. */
  readonly replyTo?: string | undefined;
  /** Id of the message the conversation is taken to end with. */
  readonly upTo?: string | undefined;
  /**
   * Id of a message: the agent has seen everything up to and including it, and everything it said itself but for messages
   * with `metadata.partial`, whose turn did not complete. Its context is all other messages, whatever the window, and
   * instructions are left out unless they go to the system flag.
   */
  readonly since?: string | undefined;
  /** The agent knows the team task: it is left out. */
  readonly taskKnown?: boolean | undefined;
  /** Id of the message the conversation is taken to begin with: those before it are as good as gone. */
  readonly keepFrom?: string | undefined;
  /** Budget in tokens for this call instead of the manager's. */
  readonly maxTokens?: number | undefined;
  /** Counter for this call instead of the manager's. */
  readonly tokenCounter?: TokenCounter | undefined;
}
