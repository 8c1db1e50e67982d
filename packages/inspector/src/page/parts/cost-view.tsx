import { useState } from 'preact/hooks';
import { routeTo } from '../state/route.ts';
import type { SessionState, Turn } from '../state/session-state.ts';
import { formatCost, formatCount, formatDuration, formatTime, formatTokens, turnName } from '../text/format.ts';
import { CostPlot } from './cost-plot.tsx';
import { addUp, type Costs, type Known, turnsByMember } from './costs.ts';
import { MemberName } from './member-name.tsx';
import { Tabs } from './tabs.tsx';
import { Unknown } from './turn-cost.tsx';

const TURNS_SHOWN = 200;

/** The cost of a session: over time, by member and by turn. */
export function CostView({ session, state }: { readonly session: string; readonly state: SessionState }) {
  const [what, setWhat] = useState<'tokens' | 'money'>('tokens');
  const [isAll, setAll] = useState(false);
  const byMember = turnsByMember(state);
  const turns = [...state.turns.values()].filter(({ end }) => end !== undefined).reverse();
  const total = addUp(turns);
  if (turns.length === 0) return <p class="empty">No turn has ended yet, so there is no cost to show.</p>;
  return (
    <div class="cost">
      <h2>What it cost</h2>
      <dl class="tiles">
        <Tile
          name="Money"
          value={<Money known={total.usd} turns={total.turns} />}
          note={unknownNote(total.usd, total.turns)}
        />
        <Tile
          name="Tokens in"
          value={formatTokens(total.input.sum)}
          note={`${formatTokens(total.cached.sum)} of them cached`}
        />
        <Tile name="Tokens out" value={formatTokens(total.output.sum)} note={unknownNote(total.output, total.turns)} />
        <Tile name="Agents’ time" value={formatDuration(total.durationMs)} note={formatCount(total.turns, 'turn')} />
      </dl>
      <div class="row">
        <h3>Over time</h3>
        <span class="spring" />
        <Tabs<'tokens' | 'money'>
          label="Plot"
          controls="plot"
          chosen={what}
          onChoose={setWhat}
          tabs={[
            ['tokens', 'Tokens'],
            ['money', 'Money'],
          ]}
        />
      </div>
      <div id="plot" role="tabpanel" aria-labelledby={`plot-${what}`}>
        <CostPlot state={state} byMember={byMember} what={what} />
      </div>
      <h3>By member</h3>
      <CostTable
        first="Member"
        rows={[
          ...byMember.map(([id, list]) => ({
            key: id,
            name: <MemberName state={state} id={id} />,
            costs: addUp(list),
          })),
          { key: 'all', name: <b>total</b>, costs: total },
        ]}
      />
      <h3>By turn</h3>
      <CostTable
        first="Turn"
        rows={turns.slice(0, isAll ? turns.length : TURNS_SHOWN).map((turn) => ({
          key: turn.start.turn,
          name: <TurnName session={session} state={state} turn={turn} />,
          costs: addUp([turn]),
        }))}
      />
      {turns.length > TURNS_SHOWN && !isAll ? (
        <button type="button" onClick={() => setAll(true)}>
          Show all {formatCount(turns.length, 'turn')}
        </button>
      ) : null}
    </div>
  );
}

function Tile({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: preact.ComponentChildren;
  readonly note: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <span>{note}</span>
      </dd>
    </div>
  );
}

function unknownNote({ unknown }: Known, turns: number): string {
  return unknown === 0 ? `all ${formatCount(turns, 'turn')}` : `unknown for ${formatCount(unknown, 'turn')}`;
}

function Money({ known: { sum, unknown }, turns }: { readonly known: Known; readonly turns: number }) {
  return unknown === turns ? <Unknown /> : <span>{formatCost(sum)}</span>;
}

function TurnName({
  session,
  state,
  turn: { start, end },
}: {
  readonly session: string;
  readonly state: SessionState;
  readonly turn: Turn;
}) {
  return (
    <>
      <a href={routeTo({ session, turn: start.turn, tab: 'cost' })}>{turnName(start.turn)}</a>{' '}
      <MemberName state={state} id={start.call.member} /> <time>{formatTime(end!.at)}</time>
    </>
  );
}

interface CostRow {
  readonly key: string;
  readonly name: preact.ComponentChildren;
  readonly costs: Costs;
}

function CostTable({ first, rows }: { readonly first: string; readonly rows: readonly CostRow[] }) {
  return (
    <div class="table-frame" tabIndex={0}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">in</th>
            <th scope="col">cached</th>
            <th scope="col">out</th>
            <th scope="col">money</th>
            <th scope="col">time</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, costs }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {[costs.input, costs.cached, costs.output].map((known, index) => (
                <td key={index}>
                  {known.unknown === costs.turns ? <Unknown /> : <Sum known={known} text={formatTokens(known.sum)} />}
                </td>
              ))}
              <td>
                {costs.usd.unknown === costs.turns ? (
                  <Unknown />
                ) : (
                  <Sum known={costs.usd} text={formatCost(costs.usd.sum)} />
                )}
              </td>
              <td>{formatDuration(costs.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sum({ known: { unknown }, text }: { readonly known: Known; readonly text: string }) {
  if (unknown === 0) return <span>{text}</span>;
  return <span title={`unknown for ${formatCount(unknown, 'turn')}`}>{text} + ?</span>;
}
