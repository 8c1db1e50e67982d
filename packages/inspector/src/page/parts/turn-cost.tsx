import type { SessionState, Turn } from '../state/session-state.ts';
import { formatCost, formatDuration } from '../text/format.ts';
import { addUp, turnsByMember } from './costs.ts';

/** What one turn cost, beside all turns of its member. */
export function TurnCost({ state, turn }: { readonly state: SessionState; readonly turn: Turn }) {
  const { end, start } = turn;
  if (end === undefined) return <p class="empty">It is told when the turn is over.</p>;
  const { usage = {}, costUsd, durationMs } = end;
  const all = addUp(turnsByMember(state).find(([member]) => member === start.call.member)?.[1] ?? []);
  const tokens = (count: number | undefined) => (count === undefined ? <Unknown /> : count.toLocaleString('en'));
  const rows = [
    ['Tokens in', tokens(usage.inputTokens), all.input.sum.toLocaleString('en')],
    ['of these cached', tokens(usage.cachedInputTokens), all.cached.sum.toLocaleString('en')],
    ['Tokens out', tokens(usage.outputTokens), all.output.sum.toLocaleString('en')],
    ['of these reasoning', tokens(usage.reasoningTokens), ''],
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
          <th scope="col">its {all.turns} turns</th>
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

/** Stands where a number would be that nobody reported. */
export function Unknown() {
  return <span class="unknown">unknown</span>;
}
