import { CtxError } from '@ctx/contract';
import { type RebuiltPrompt, rebuildPrompt } from '@ctx/team';
import { appAssemblers } from '../conversation/app-context.ts';
import type { SessionHistory } from './session-history.ts';

/** The prompt of a turn, made again; or why it cannot be. */
export type RebuiltTurn = { readonly prompt: RebuiltPrompt } | { readonly why: string };

/** Makes the prompt of a turn again from its session. */
export function rebuildTurn({ records }: Pick<SessionHistory, 'records'>, turn: string): RebuiltTurn {
  try {
    return { prompt: rebuildPrompt(records, turn, { assemblers: appAssemblers() }) };
  } catch (error) {
    // A log of an earlier version, or one that was repaired, may lack what it takes.
    if (CtxError.isInstance(error)) return { why: error.message };
    throw error;
  }
}

/** How near it is to what was sent, on one line. */
export function describeRebuilt(rebuilt: RebuiltTurn): string {
  if ('why' in rebuilt) return rebuilt.why;
  const { exact, why } = rebuilt.prompt;
  return exact ? 'rebuilt exactly: its hash is that of what was sent' : `rebuilt approximately: ${why}`;
}
