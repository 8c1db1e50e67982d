import { useEffect, useState } from 'preact/hooks';
import type { Feed } from '../state/feed.ts';
import { type Route, routeTo } from '../state/route.ts';
import type { SessionState } from '../state/session-state.ts';
import { turnName } from '../text/format.ts';
import { visible, visibleText } from '../text/visible.tsx';
import { isCalledYou, MemberName } from './member-name.tsx';

/** The header of the page: team, task, who has the floor, the queue. */
export function Header({
  route,
  feed,
  onHelp,
}: {
  readonly route: Route;
  readonly feed: Feed | undefined;
  readonly onHelp: () => void;
}) {
  const { session, view } = route;
  const state = feed?.state;
  return (
    <header class="top">
      <a class="brand" href={routeTo({})} aria-label="ctx, all sessions">
        ctx
      </a>
      {state === undefined ? <span class="team">Inspector</span> : <span class="team">{visible(state.team)}</span>}
      {session !== undefined ? (
        <nav class="views" aria-label="Views">
          <a href={routeTo({ session })} aria-current={view === 'conversation' ? 'page' : undefined}>
            Conversation
          </a>
          <a href={routeTo({ session, view: 'cost' })} aria-current={view === 'cost' ? 'page' : undefined}>
            Cost
          </a>
          <a class="to-sessions" href="#/" aria-current={view === 'sessions' ? 'page' : undefined}>
            Sessions
          </a>
        </nav>
      ) : null}
      <span class="spring" />
      {feed !== undefined ? <Connection feed={feed} /> : null}
      <ThemeButton />
      <button type="button" class="quiet" onClick={onHelp} aria-label="Keys">
        ?
      </button>
      {state !== undefined && feed?.isReady ? <Standing state={state} /> : null}
    </header>
  );
}

function Standing({ state }: { readonly state: SessionState }) {
  return (
    <div class="standing">
      {state.task !== null ? (
        <p class="task" title={visibleText(state.task)}>
          <b>Task</b> {visible(state.task)}
        </p>
      ) : null}
      <p class="floor" aria-live="polite">
        <Floor state={state} />
        {state.queue.length > 0 ? (
          <span class="queue">
            {' '}
            · waiting:{' '}
            {state.queue.slice(0, 6).map((call, index) => (
              <span key={call.id} title={`${call.intent}, called by ${call.byHuman ? 'a person' : 'an agent'}`}>
                {index > 0 ? ', ' : ''}
                <MemberName state={state} id={call.member} />
                {call.intent === 'P1' ? <sup>!</sup> : null}
              </span>
            ))}
            {state.queue.length > 6 ? ` and ${state.queue.length - 6} more` : ''}
          </span>
        ) : null}
      </p>
    </div>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  called: 'was called',
  'queue-empty': 'nobody else was called',
  'max-turns': 'the agents have used all their turns',
  limit: 'a limit was reached',
};

function Floor({ state }: { readonly state: SessionState }) {
  const { running, lost, floor, turns } = state;
  if (running.size > 0) {
    return (
      <>
        <span class="pulse" aria-hidden="true" />
        {[...running].map((turn, index) => (
          <span key={turn}>
            {index > 0 ? ', ' : ''}
            <MemberName state={state} id={turns.get(turn)!.start.call.member} />
          </span>
        ))}{' '}
        {running.size === 1 ? 'has' : 'have'} the floor
      </>
    );
  }
  if (lost.size > 0) return <>{[...lost].map(turnName).join(', ')}: cut off; a person has to decide</>;
  if (floor === undefined) return <>Nobody has the floor</>;
  return (
    <>
      <MemberName state={state} id={floor.member} /> {isCalledYou(state, floor.member) ? 'have' : 'has'} the floor:{' '}
      {visible(floor.note ?? REASONS[floor.reason] ?? floor.reason)}
    </>
  );
}

const CONNECTION: Readonly<Record<Feed['connection'], string>> = {
  opening: 'connecting',
  open: 'live',
  lost: 'connection lost, trying again',
  closed: 'not connected',
};

function Connection({ feed }: { readonly feed: Feed }) {
  const state = feed.failure === undefined ? feed.connection : 'closed';
  const isOver = state === 'open' && feed.isWritten === false;
  return (
    <span class={`connection ${isOver ? 'over' : state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {isOver ? 'ended' : CONNECTION[state]}
    </span>
  );
}

const THEMES = ['auto', 'light', 'dark'] as const;

function ThemeButton() {
  const [theme, setTheme] = useState(() => storedTheme());
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    try {
      localStorage.setItem('ctx-theme', theme);
    } catch {
      // The browser allows no storage. The theme still applies until the page is closed.
    }
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  return (
    <button
      type="button"
      id="theme"
      class="quiet"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${theme}. Change to ${next}.`}
      title={`Colours: ${theme}`}
    >
      {{ auto: '◐', light: '☀', dark: '☾' }[theme]}
    </button>
  );
}

function storedTheme(): (typeof THEMES)[number] {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem('ctx-theme')) ?? 'auto';
  } catch {
    return 'auto';
  }
}
