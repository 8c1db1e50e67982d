import type { AgentContextOptions, ChunkedPrompt, ExplainedPrompt, IContextProvider } from '@ctx/contract';
import { estimatedTokens } from '@ctx/tokens';
import type { AgentMember } from '../../team-file/team.ts';
import { type PromptMaker, type PromptSettings, readPromptSettings } from './prompt-settings.ts';

/** What a member is asked, and up to which message it may look. */
export interface MemberPromptOptions {
  /** Id of the message to answer; default the latest. */
  readonly replyTo?: string | undefined;
  /** Id of the message the conversation is taken to end with; default the latest. */
  readonly upTo?: string | undefined;
  /** Default `string`. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/** What a member remembers or is no longer shown; of a conversation that goes on. */
export interface OngoingPromptOptions
  extends MemberPromptOptions,
    Pick<AgentContextOptions, 'since' | 'taskKnown' | 'keepFrom'> {
  /** Part of the budget that may be used. Default 1. */
  readonly budgetShare?: number | undefined;
}

/**
 * The exact prompt a member would be sent: its window, budget and instructions, briefing and instruction file included. With
 * `format: 'chunks'` as UTF-8 chunks, else as a string.
 * @throws CtxError `CTX_TEAM_FILE` when the instruction file cannot be read, `CTX_UNKNOWN_MESSAGE`.
 * @throws ContextBudgetError
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

/** The same at once, with the instructions that are in `settings`. */
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
    // Of a context that counts nothing, though the member has a budget.
    tokenCounter: tokenCounter === estimatedTokens.id ? estimatedTokens : undefined,
    systemInstruction,
    instructionFileText,
  };
  return format === 'chunks'
    ? context.assembleForAgent(member.id, member.agentType, { ...shared, format: 'chunks' })
    : context.assembleForAgent(member.id, member.agentType, shared);
}
