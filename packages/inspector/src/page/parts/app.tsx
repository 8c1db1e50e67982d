import { useEffect, useState } from 'preact/hooks';
import type { SessionsAnswer } from '../../protocol/answers.ts';
import type { Feed } from '../state/feed.ts';
import { useAnswer, useFeed, useRoute } from '../state/hooks.ts';
import { handleKeys } from '../state/keys.ts';
import { type Route, routeTo } from '../state/route.ts';
import { Conversation } from './conversation.tsx';
import { CostView } from './cost-view.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { Sessions } from './sessions.tsx';
import { Summary } from './summary.tsx';
import { TurnPanel } from './turn-panel.tsx';

/** The whole page. */
export function App() {
  const route = useRoute();
  const { session, view, turn } = route;
  const feed = useFeed(session);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { answer: list, problem } = useAnswer<SessionsAnswer>('/api/sessions', `${session} ${feed?.isReady}`);
  const first = list?.first;

  useEffect(() => {
    if (first !== undefined && location.hash === '#/') location.replace(routeTo({ session: first }));
  }, [first]);
  useEffect(() => handleKeys({ route, state: feed?.state, toggleHelp: () => setHelpOpen((open) => !open) }));
  const title = feed?.state.team;
  useEffect(() => {
    document.title = title ? `${title} · ctx` : 'ctx';
  }, [title]);

  const shown = view === 'sessions' || turn === undefined ? view : 'turn';
  return (
    <div class="app" data-shown={shown}>
      <a class="skip-link" href={location.hash} onClick={skipToMain}>
        Skip to the conversation
      </a>
      <Header route={route} feed={feed} onHelp={() => setHelpOpen(true)} />
      <Sessions route={route} list={list} problem={problem} />
      <main id="main" tabIndex={-1} aria-label={view === 'cost' ? 'What it cost' : 'Conversation'}>
        <MainView route={route} feed={feed} />
      </main>
      {session !== undefined && feed !== undefined && turn !== undefined ? (
        <TurnPanel session={session} state={feed.state} turn={turn} tab={route.tab} />
      ) : null}
      {session !== undefined && feed?.isReady && shown === 'conversation' ? (
        <Summary session={session} state={feed.state} />
      ) : null}
      {isHelpOpen ? <Help onClose={() => setHelpOpen(false)} /> : null}
    </div>
  );
}

function MainView({ route, feed }: { readonly route: Route; readonly feed: Feed | undefined }) {
  const { session, view } = route;
  if (session === undefined || feed === undefined) return <p class="empty">Choose a session.</p>;
  if (view === 'cost') return <CostView session={session} state={feed.state} />;
  return <Conversation key={session} session={session} feed={feed} route={route} />;
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
