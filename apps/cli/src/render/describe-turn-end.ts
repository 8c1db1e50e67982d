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

/** Why a turn did not complete, on one line. */
export function describeFailure({ status, error }: EndedTurn): string {
  if (status === 'cancelled') return 'cancelled';
  const why = error === undefined ? '' : safeLine(forCommandLine(error.message, error.code));
  const what = status === 'timed-out' ? 'timed out' : status === 'unknown' ? 'lost' : 'failed';
  return why === '' ? what : `${what}: ${why}`;
}
