import { routeTo, type TurnTab } from '../state/route.ts';
import type { Turn } from '../state/session-state.ts';
import { formatCost, formatCount, formatDuration, formatTokens, turnName } from '../text/format.ts';

/** The facts of a turn on one line, with links to its details. */
export function TurnFacts({ session, turn }: { readonly session: string; readonly turn?: Turn | undefined }) {
  if (turn === undefined) return null;
  const { start, end } = turn;
  const link = (tab: TurnTab, text: string, className = '') => (
    <a class={className} href={routeTo({ session, turn: start.turn, tab })}>
      {text}
    </a>
  );
  const { files = [] } = end?.changes ?? {};
  return (
    <p class="facts">
      {link('saw', turnName(start.turn), 'turn')}
      {end !== undefined && end.status !== 'completed' ? <span class="flag bad">{end.status}</span> : null}
      {end !== undefined ? <span>{formatDuration(end.durationMs)}</span> : null}
      {end?.receipt !== undefined ? link('saw', describeContext(end.receipt)) : null}
      {files.length > 0 ? link('did', describeChanges(files)) : null}
      {end !== undefined ? link('cost', describeCost(end)) : null}
    </p>
  );
}

function describeContext({ context, memory }: NonNullable<NonNullable<Turn['end']>['receipt']>): string {
  if (context === undefined) return 'what it saw';
  if (memory?.mode === 'delta') return `saw ${formatCount(context.kept, 'new message')}`;
  if (context.offered === 0) return 'saw nothing earlier';
  if (context.dropped > 0) return `saw ${context.kept} of ${formatCount(context.offered, 'earlier message')}`;
  return `saw ${context.offered === 1 ? 'the' : 'all'} ${formatCount(context.offered, 'earlier message')}`;
}

function describeChanges(files: NonNullable<NonNullable<Turn['end']>['changes']>['files']): string {
  const sum = (side: 'added' | 'removed') => files.reduce((total, file) => total + (file[side] ?? 0), 0);
  return `${formatCount(files.length, 'file')} +${sum('added')} −${sum('removed')}`;
}

function describeCost({ usage, costUsd }: NonNullable<Turn['end']>): string {
  const tokens = [
    ...(usage?.inputTokens === undefined ? [] : [`${formatTokens(usage.inputTokens)} in`]),
    ...(usage?.outputTokens === undefined ? [] : [`${formatTokens(usage.outputTokens)} out`]),
  ];
  const all = [...tokens, ...(costUsd === undefined ? [] : [formatCost(costUsd)])];
  return all.length === 0 ? 'cost unknown' : all.join(' · ');
}
