import type { SessionState, Turn } from '../state/session-state.ts';
import { formatCost, formatCount, formatDuration, formatTime, formatTokens } from '../text/format.ts';
import { visible } from '../text/visible.tsx';
import { addUp, turnsByMember } from './costs.ts';
import { agentName, MemberName } from './member-name.tsx';
import { TurnFacts } from './turn-facts.tsx';

const FILES_SHOWN = 12;

/** A session at a glance, beside its conversation: the last turn, who took part, what it cost, which files changed. */
export function Summary({ session, state }: { readonly session: string; readonly state: SessionState }) {
  const ended = [...state.turns.values()].filter(({ end }) => end !== undefined);
  const last = ended.at(-1);
  const { usd, input, output, durationMs } = addUp(ended);
  const files = changedFiles(ended);
  const tokens = input.sum + output.sum;
  return (
    <aside class="summary" aria-label="Summary">
      {last === undefined ? null : (
        <section class="last-turn">
          <h2>Last turn</h2>
          <p>
            <MemberName state={state} id={last.start.call.member} /> <time>{formatTime(last.end!.at)}</time>
          </p>
          <TurnFacts session={session} turn={last} />
        </section>
      )}
      <section>
        <h2>Who</h2>
        <ul>
          {turnsByMember(state).map(([id, turns]) => (
            <li key={id}>
              <MemberName state={state} id={id} />{' '}
              <span class="kind">{visible(agentName(state.members.get(id)?.agentType))}</span>
              <span class="spring" />
              <span class="amount">{formatCount(turns.length, 'turn')}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Cost</h2>
        <p>
          {ended.length === 0 ? 'No turn has ended yet.' : null}
          {ended.length > 0 && usd.unknown < ended.length
            ? `${usd.unknown > 0 ? 'at least ' : ''}${formatCost(usd.sum)} · `
            : ''}
          {tokens > 0 ? `${formatTokens(tokens)} tokens · ` : ''}
          {ended.length > 0 ? `${formatDuration(durationMs)} of work` : ''}
        </p>
      </section>
      {files.length === 0 ? null : (
        <section>
          <h2>Files changed</h2>
          <ul>
            {files.slice(0, FILES_SHOWN).map(([path, { added, removed }]) => (
              <li key={path}>
                <code>{visible(path)}</code>
                <span class="spring" />
                <ins>+{added}</ins> <del>−{removed}</del>
              </li>
            ))}
          </ul>
          {files.length > FILES_SHOWN ? <p>and {formatCount(files.length - FILES_SHOWN, 'file')} more</p> : null}
        </section>
      )}
    </aside>
  );
}

/** All files that turns changed, with the lines that were added and removed in all of them. */
function changedFiles(turns: readonly Turn[]): [string, { readonly added: number; readonly removed: number }][] {
  const files = new Map<string, { added: number; removed: number }>();
  for (const { path, added = 0, removed = 0 } of turns.flatMap(({ end }) => end?.changes?.files ?? [])) {
    const sum = files.get(path) ?? { added: 0, removed: 0 };
    files.set(path, { added: sum.added + added, removed: sum.removed + removed });
  }
  return [...files];
}
