import { formatCount } from '../render/format-amounts.ts';
import type { Outcome } from './follow-conversation.ts';

/** The last line of a run: `3 turns · $0.0072 · session …`. */
export function describeOutcome({ turns }: Outcome, cost: string, sessionId: string): string {
  const parts = [formatCount(turns.length, 'turn'), ...(cost === '' ? [] : [cost]), `session ${sessionId}`];
  return parts.join(' · ');
}

/** The last line of a run as JSON. */
export function summarizeOutcome(
  { turns, failedTurns, stoppedBy }: Outcome,
  { sessionId, exitCode }: { readonly sessionId: string; readonly exitCode: number },
) {
  return {
    type: 'summary',
    sessionId,
    exitCode,
    turns: turns.length,
    failedTurns,
    stopped: stoppedBy !== undefined,
    /** Missing if no agent reported a cost. */
    costUsd: knownSum(turns.map(({ costUsd }) => costUsd)),
    /** How many turns reported no cost. */
    unknownCosts: turns.filter(({ costUsd }) => costUsd === undefined).length,
    inputTokens: knownSum(turns.map(({ usage }) => usage?.inputTokens)),
    outputTokens: knownSum(turns.map(({ usage }) => usage?.outputTokens)),
    /** The messages that an agent did not see whole. */
    cuts: cutsOf(turns).map(({ turn, member, cutBytes }) => ({ turn, member, cutBytes })),
    durationMs: turns.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** The turns whose message was cut, and by how much. */
export function cutsOf(turns: Outcome['turns']): { turn: string; member: string; cutBytes: number }[] {
  return turns.flatMap(({ turn, member, receipt }) => {
    const cutBytes = receipt?.message?.cutBytes ?? 0;
    return cutBytes > 0 ? [{ turn, member, cutBytes }] : [];
  });
}

function knownSum(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, amount) => sum + amount, 0);
}
