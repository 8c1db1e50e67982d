import { CtxError } from '@ctx/contract';
import { type RebuiltPrompt, rebuildPrompt } from '@ctx/team';
import { appAssemblers } from '../conversation/app-context.ts';
import type { SessionHistory } from './session-history.ts';

/** The rebuilt prompt of a turn, or why it cannot be rebuilt. */
export type RebuiltTurn = { readonly prompt: RebuiltPrompt } | { readonly why: string };

/** Rebuilds the prompt of a turn from the log. */
export function rebuildTurn({ records }: Pick<SessionHistory, 'records'>, turn: string): RebuiltTurn {
  try {
    return { prompt: rebuildPrompt(records, turn, { assemblers: appAssemblers() }) };
  } catch (error) {
    // A log of an earlier version or a repaired log may lack something that is needed.
    if (CtxError.isInstance(error)) return { why: error.message };
    throw error;
  }
}

/** Says on one line whether the rebuilt prompt is exactly what was sent. */
export function describeRebuilt(rebuilt: RebuiltTurn): string {
  if ('why' in rebuilt) return rebuilt.why;
  const { exact, why } = rebuilt.prompt;
  return exact ? 'rebuilt exactly: its hash matches what was sent' : `rebuilt approximately: ${why}`;
}
