import type { AgentContextOptions, ChunkedPrompt, ExplainedPrompt, IContextProvider } from '@ctx/contract';
import { estimatedTokens } from '@ctx/tokens';
import type { AgentMember } from '../../team-file/team.ts';
import { type PromptMaker, type PromptSettings, readPromptSettings } from './prompt-settings.ts';

/** Options of `assembleForMember`. */
export interface MemberPromptOptions {
  /** Id of the message to answer. Default: the latest. */
  readonly replyTo?: string | undefined;
  /** Id of the newest message that the member may see. Default: the latest. */
  readonly upTo?: string | undefined;
  /** The form of the prompt: one string, or UTF-8 chunks. Default `string`. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/** The same for a turn of a running conversation, where the member's session may know a part already. */
export interface OngoingPromptOptions
  extends MemberPromptOptions,
    Pick<AgentContextOptions, 'since' | 'taskKnown' | 'keepFrom'> {
  /** Share of the budget that the prompt may use, from 0 to 1. Default 1. */
  readonly budgetShare?: number | undefined;
}

/**
 * Builds the exact prompt that a member would be sent, with its window, budget, briefing, instructions and instruction
 * file.
 * @throws CtxError `CTX_TEAM_FILE` when the instruction file cannot be read, `CTX_UNKNOWN_MESSAGE` when `replyTo` or
 *   `upTo` is not a kept message.
 * @throws ContextBudgetError when the budget is too small for the instructions and the message to answer.
 */
export async function assembleForMember(
  maker: PromptMaker,
  member: AgentMember,
  options: MemberPromptOptions & { readonly format: 'chunks' },
): Promise<ChunkedPrompt>;
export async function assembleForMember(
  maker: PromptMaker,
  member: AgentMember,
  options?: MemberPromptOptions & { readonly format?: 'string' | undefined },
): Promise<ExplainedPrompt>;
export async function assembleForMember(
  maker: PromptMaker,
  member: AgentMember,
  options?: MemberPromptOptions,
): Promise<ExplainedPrompt | ChunkedPrompt>;
export async function assembleForMember(
  maker: PromptMaker,
  member: AgentMember,
  options: MemberPromptOptions = {},
): Promise<ExplainedPrompt | ChunkedPrompt> {
  return assembleWith(maker.context, member, await readPromptSettings(maker, member), options);
}

/** The same, synchronously, with settings that were read before. Throws what `assembleForMember` throws. */
export function assembleWith(
  context: IContextProvider,
  member: AgentMember,
  { systemInstruction, instructionFileText, maxBytes, maxTokens, tokenCounter }: PromptSettings,
  { format, replyTo, upTo, since, taskKnown, keepFrom, budgetShare = 1 }: OngoingPromptOptions,
): ExplainedPrompt | ChunkedPrompt {
  const shared = {
    replyTo,
    upTo,
    since,
    taskKnown,
    keepFrom,
    windowSizeOverride: member.windowSize,
    maxBytesOverride: budgetShare === 1 ? member.maxBytes : Math.floor(maxBytes * budgetShare),
    maxTokens: maxTokens === undefined ? undefined : Math.floor(maxTokens * budgetShare),
    // For a member with a token budget in a context that has no counter.
    tokenCounter: tokenCounter === estimatedTokens.id ? estimatedTokens : undefined,
    systemInstruction,
    instructionFileText,
  };
  return format === 'chunks'
    ? context.assembleForAgent(member.id, member.agentType, { ...shared, format: 'chunks' })
    : context.assembleForAgent(member.id, member.agentType, shared);
}
