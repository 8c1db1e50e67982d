import { useEffect, useState } from 'preact/hooks';
import { routeTo } from '../state/route.ts';
import type { SessionState } from '../state/session-state.ts';
import { formatDuration, turnName } from '../text/format.ts';
import { markdown } from '../text/markdown.tsx';
import { visible } from '../text/visible.tsx';
import { agentName, colorClass } from './member-name.tsx';

const TOOLS_SHOWN = 4;
const TEXT_SHOWN = 8_000;
/** A turn without output for this long may have been cut off. */
const QUIET_MS = 30 * 60_000;

/** A running turn: its text so far and its latest tools. */
export function RunningTurn({
  session,
  state,
  turn,
}: {
  readonly session: string;
  readonly state: SessionState;
  readonly turn: string;
}) {
  const { start } = state.turns.get(turn)!;
  const { member } = start.call;
  const output = state.live.get(turn);
  const now = useClock();
  const { text = '', tools = [] } = output ?? {};
  const elapsed = Math.max(0, now - start.at);
  return (
    <article
      class={`entry message running ${colorClass(state, member)}`}
      id={`entry-${turn}`}
      tabIndex={-1}
      data-turn={turn}
      aria-busy="true"
      aria-label={`${state.members.get(member)?.name ?? member} is working`}
    >
      <header>
        <span class="avatar" aria-hidden="true">
          {visible([...(state.members.get(member)?.name ?? member)][0]?.toUpperCase() ?? '?')}
        </span>
        <span class="name">{visible(state.members.get(member)?.name ?? member)}</span>
        <span class="kind">{visible(agentName(state.members.get(member)?.agentType))}</span>
        <span class="spring" />
        <span class="pulse" aria-hidden="true" />
        <span class="elapsed">{formatDuration(elapsed)}</span>
      </header>
      {tools.length > 0 ? (
        <ul class="doing">
          {tools.length > TOOLS_SHOWN ? <li class="more">{tools.length - TOOLS_SHOWN} earlier</li> : null}
          {tools.slice(-TOOLS_SHOWN).map(({ tool, line }, index) => (
            <li key={tools.length - TOOLS_SHOWN + index}>
              <b>{visible(tool)}</b> {visible(line)}
            </li>
          ))}
        </ul>
      ) : null}
      <div class="body">
        {text === '' ? (
          <p class="waiting">
            {output === undefined && elapsed > QUIET_MS
              ? 'No output for 30 minutes: it may have been cut off.'
              : 'Working …'}
          </p>
        ) : (
          markdown(text.slice(-TEXT_SHOWN))
        )}
      </div>
      <p class="facts">
        <a href={routeTo({ session, turn, tab: 'saw' })}>{turnName(turn)}: what it saw</a>
        {output?.isFull ? <span>the rest comes with its answer</span> : null}
      </p>
    </article>
  );
}

function useClock(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
