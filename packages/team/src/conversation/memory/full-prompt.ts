import { type ChunkedPrompt, CtxError, type ExplainedPrompt, type IContextProvider } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import { assembleWith, type MemberPromptOptions, type OngoingPromptOptions } from '../turn/assemble-for-member.ts';
import type { PromptSettings } from '../turn/prompt-settings.ts';

/** A prompt in the form the executor wants. */
export type MadePrompt = ExplainedPrompt | ChunkedPrompt;

/** A prompt with all that the budget has room for, and where it begins. */
export interface FullPrompt {
  readonly prompt: MadePrompt;
  readonly keepFrom?: string | undefined;
}

/** Whose prompt is made. */
export interface PromptOf {
  readonly context: IContextProvider;
  readonly member: AgentMember;
  readonly settings: PromptSettings;
}

/** How much of the budget a prompt may take that begins anew. */
const SHARE_AFTER_STEP = 0.9;
const IMPOSSIBLE: readonly string[] = ['CTX_UNKNOWN_MESSAGE', 'CTX_BUDGET_TOO_SMALL'];

/**
 * The whole conversation, from `keepFrom` on. When the budget is full, a new `keepFrom` leaves a tenth of it free: until
 * that is used up, each prompt begins as the one before did, and a service that keeps beginnings in a cache finds it.
 */
export function fullPrompt(maker: PromptOf, options: MemberPromptOptions, keepFrom: string | undefined): FullPrompt {
  const { context, member, settings } = maker;
  const assemble = (more: OngoingPromptOptions) => assembleWith(context, member, settings, { ...options, ...more });
  const held = keepFrom === undefined ? undefined : ifPossible(() => assemble({ keepFrom }));
  const current = held === undefined ? { prompt: assemble({}) } : { prompt: held, keepFrom };
  // A window moves on with each message, so nothing would be won.
  if (settings.windowSize !== undefined || (current.prompt.receipt.context?.dropped ?? 0) === 0) return current;
  const shorter = ifPossible(() => assemble({ budgetShare: SHARE_AFTER_STEP }));
  const next = shorter?.receipt.context?.firstKeptId;
  const stepped = next === undefined ? undefined : ifPossible(() => assemble({ keepFrom: next }));
  return stepped === undefined || stepped.receipt.context?.dropped !== 0
    ? current
    : { prompt: stepped, keepFrom: next };
}

// The message to answer may be older than the first that is kept, and instructions may need more than a share of the budget.
function ifPossible(assemble: () => MadePrompt): MadePrompt | undefined {
  try {
    return assemble();
  } catch (error) {
    if (CtxError.isInstance(error) && IMPOSSIBLE.includes(error.code)) return undefined;
    throw error;
  }
}
