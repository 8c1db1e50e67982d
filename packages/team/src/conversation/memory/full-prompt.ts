import { type ChunkedPrompt, CtxError, type ExplainedPrompt, type IContextProvider } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import { assembleWith, type MemberPromptOptions, type OngoingPromptOptions } from '../turn/assemble-for-member.ts';
import type { PromptSettings } from '../turn/prompt-settings.ts';

/** A prompt in the form that the executor wants: a string or chunks. */
export type AssembledPrompt = ExplainedPrompt | ChunkedPrompt;

/** A prompt with as much of the conversation as the budget allows. */
export interface FullPrompt {
  readonly prompt: AssembledPrompt;
  /** Id of the message where it begins, if one had to be chosen because the budget was full. */
  readonly keepFrom?: string | undefined;
}

/** What a full prompt is built from. */
interface FullPromptSource {
  readonly context: IContextProvider;
  readonly member: AgentMember;
  readonly settings: PromptSettings;
}

/** Share of the budget that a prompt may use when its beginning moves. */
const SHARE_AFTER_MOVE = 0.9;
const IMPOSSIBLE: readonly string[] = ['CTX_UNKNOWN_MESSAGE', 'CTX_BUDGET_TOO_SMALL'];

/**
 * Builds a prompt with the whole conversation from `keepFrom` on. When the budget is full, it chooses a new `keepFrom`
 * that leaves a tenth of the budget free. Until that tenth is used up, all prompts begin with the same text, which the
 * prompt cache of a model service can reuse.
 */
export function fullPrompt(
  { context, member, settings }: FullPromptSource,
  options: MemberPromptOptions,
  keepFrom: string | undefined,
): FullPrompt {
  const assemble = (more: OngoingPromptOptions) => assembleWith(context, member, settings, { ...options, ...more });
  const sameBeginning = keepFrom === undefined ? undefined : ifPossible(() => assemble({ keepFrom }));
  const current = sameBeginning === undefined ? { prompt: assemble({}) } : { prompt: sameBeginning, keepFrom };
  // With a window the beginning moves with each message anyway.
  if (settings.windowSize !== undefined || (current.prompt.receipt.context?.dropped ?? 0) === 0) return current;
  const shorter = ifPossible(() => assemble({ budgetShare: SHARE_AFTER_MOVE }));
  const newKeepFrom = shorter?.receipt.context?.firstKeptId;
  const moved = newKeepFrom === undefined ? undefined : ifPossible(() => assemble({ keepFrom: newKeepFrom }));
  return moved === undefined || moved.receipt.context?.dropped !== 0
    ? current
    : { prompt: moved, keepFrom: newKeepFrom };
}

// It is impossible when the message to answer is older than `keepFrom`, or the instructions need more than the share.
function ifPossible(assemble: () => AssembledPrompt): AssembledPrompt | undefined {
  try {
    return assemble();
  } catch (error) {
    if (CtxError.isInstance(error) && IMPOSSIBLE.includes(error.code)) return undefined;
    throw error;
  }
}
