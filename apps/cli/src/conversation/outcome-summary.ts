import { formatCount } from '../render/format-amounts.ts';
import type { Outcome } from './follow-conversation.ts';

/** `3 turns · $0.0072 · session …`: the last line of a run. */
export function describeOutcome({ turns }: Outcome, cost: string, sessionId: string): string {
  const parts = [formatCount(turns.length, 'turn'), ...(cost === '' ? [] : [cost]), `session ${sessionId}`];
  return parts.join(' · ');
}

/** The last line of a run as JSON. */
export function summarizeOutcome(
  outcome: Outcome,
  { sessionId, exitCode }: { readonly sessionId: string; readonly exitCode: number },
) {
  const { turns, failedTurns, isStopped } = outcome;
  return {
    type: 'summary',
    sessionId,
    exitCode,
    turns: turns.length,
    failedTurns,
    stopped: isStopped,
    /** Missing when no agent reported a cost. */
    costUsd: knownCost(outcome),
    /** Turns whose agent did not report what it cost. */
    unknownCosts: turns.filter(({ costUsd }) => costUsd === undefined).length,
    inputTokens: knownSum(turns.map(({ usage }) => usage?.inputTokens)),
    outputTokens: knownSum(turns.map(({ usage }) => usage?.outputTokens)),
    durationMs: turns.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

function knownCost({ turns }: Outcome): number | undefined {
  return knownSum(turns.map(({ costUsd }) => costUsd));
}

function knownSum(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, amount) => sum + amount, 0);
}
