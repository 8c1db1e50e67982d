import type { SessionState, Turn } from '../state/session-state.ts';
import { formatCost, formatCount, formatDuration } from '../text/format.ts';
import { addUp, turnsByMember } from './costs.ts';

/** The cost of one turn next to the total of its member. */
export function TurnCost({ state, turn }: { readonly state: SessionState; readonly turn: Turn }) {
  const { end, start } = turn;
  if (end === undefined) return <p class="empty">Shown when the turn has ended.</p>;
  const { usage = {}, costUsd, durationMs } = end;
  const all = addUp(turnsByMember(state).find(([member]) => member === start.call.member)?.[1] ?? []);
  const tokens = (count: number | undefined) => (count === undefined ? <Unknown /> : count.toLocaleString('en'));
  const rows = [
    ['Tokens in', tokens(usage.inputTokens), all.input.sum.toLocaleString('en')],
    ['of which cached', tokens(usage.cachedInputTokens), all.cached.sum.toLocaleString('en')],
    ['Tokens out', tokens(usage.outputTokens), all.output.sum.toLocaleString('en')],
    ['of which reasoning', tokens(usage.reasoningTokens), ''],
    [
      'Money',
      costUsd === undefined ? <Unknown /> : formatCost(costUsd),
      all.usd.unknown === all.turns ? <Unknown /> : formatCost(all.usd.sum),
    ],
    ['Time', formatDuration(durationMs), formatDuration(all.durationMs)],
  ];
  return (
    <table class="numbers">
      <thead>
        <tr>
          <td />
          <th scope="col">this turn</th>
          <th scope="col">its {formatCount(all.turns, 'turn')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, here, total]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{here}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shown instead of a number that was not reported. */
export function Unknown() {
  return <span class="unknown">unknown</span>;
}
