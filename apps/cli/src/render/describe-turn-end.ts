import type { AgentFailure, Receipt, TurnResult, Usage } from '@ctx/contract';
import { formatUsd } from '@ctx/team';
import { forCommandLine } from '../terminal/describe-error.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { describeReceipt } from './describe-receipt.ts';
import { formatDuration, formatUsage } from './format-amounts.ts';

/** How a turn ended. Both the `turn-end` event and the record in the log have this shape. */
export interface EndedTurn {
  readonly status: TurnResult['status'];
  readonly durationMs: number;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly error?: AgentFailure | undefined;
  readonly receipt?: Receipt | undefined;
}

/** Facts about a turn: `1.4 s · 812 tokens in, 96 out · $0.0041 · saw 3 earlier messages, 1.1 KB`. */
export function describeTurnEnd(turn: EndedTurn): string {
  const parts = [
    formatDuration(turn.durationMs),
    formatUsage(turn.usage),
    turn.costUsd === undefined ? '' : formatUsd(turn.costUsd),
    turn.receipt === undefined ? '' : describeReceipt(turn.receipt),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

const OUTCOMES: Readonly<Record<TurnResult['status'], string>> = {
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
  'timed-out': 'timed out',
  unknown: 'lost',
};

/** Why a turn did not complete, on one line. */
export function describeFailure(turn: EndedTurn): string {
  const outcome = OUTCOMES[turn.status];
  const reason = reasonOf(turn);
  return reason === '' ? outcome : `${outcome}: ${reason}`;
}

/** Whether `describeFailure` gives a reason. */
export function hasReason(turn: EndedTurn): boolean {
  return reasonOf(turn) !== '';
}

function reasonOf({ status, error }: EndedTurn): string {
  // The person who cancelled it knows why.
  if (status === 'cancelled' || error === undefined) return '';
  return safeLine(forCommandLine(error.message, error.code));
}
