import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Feed } from '../state/feed.ts';
import type { Route } from '../state/route.ts';
import type { Entry, SessionState } from '../state/session-state.ts';
import { visible } from '../text/visible.tsx';
import { EntryView } from './entry.tsx';
import { RunningTurn } from './running-turn.tsx';

/** Entries are shown in stretches; only those near the screen are real. */
const STRETCH = 30;
const GUESSED_HEIGHT = 150;
const NEAR = '1500px';
const AT_END = 80;

/** What was said, oldest first; it stays at its end as long as the reader does. */
export function Conversation({
  session,
  feed,
  route,
}: {
  readonly session: string;
  readonly feed: Feed;
  readonly route: Route;
}) {
  const { state, isReady, notes, damage, failure } = feed;
  const frame = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [wanted, setWanted] = useState<number | undefined>();
  // Shown once, when all of it is there: what is drawn of a log half read would be drawn again and again.
  const count = isReady ? Math.ceil(state.entries.length / STRETCH) : 0;

  useLayoutEffect(() => {
    const box = frame.current;
    if (box !== null && isAtEnd.current && wanted === undefined) box.scrollTop = box.scrollHeight;
  });
  useEffect(() => {
    if (!isReady || route.message === undefined) return;
    isAtEnd.current = false;
    setWanted(state.places.get(route.message));
  }, [isReady, route.message]);
  useEffect(() => {
    if (wanted === undefined) return;
    const entry = state.entries[wanted];
    // Somebody may have asked for another one between the last frame and the next drawing.
    const done = () => setWanted((now) => (now === wanted ? undefined : now));
    return entry === undefined ? undefined : bringIntoView(entry.key, done);
  }, [wanted]);
  useEffect(() => {
    const onScroll = (event: Event) => {
      const isLast = (event as CustomEvent).detail === 'last';
      isAtEnd.current = isLast;
      setWanted(isLast ? state.entries.length - 1 : 0);
    };
    window.addEventListener('ctx-scroll', onScroll);
    return () => window.removeEventListener('ctx-scroll', onScroll);
  }, [state]);

  return (
    <div
      class="conversation"
      ref={frame}
      onScroll={({ currentTarget: box }) => {
        isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END;
      }}
    >
      <div class="column">
        {[...damage, ...notes, ...(failure === undefined ? [] : [failure])].map((note) => (
          <p key={note} class="note" role="note">
            {visible(note)}
          </p>
        ))}
        {isReady ? null : <p class="empty">Reading the session … {state.entries.length || ''}</p>}
        {Array.from({ length: count }, (_, index) => (
          <Stretch
            key={index}
            session={session}
            state={state}
            entries={state.entries.slice(index * STRETCH, (index + 1) * STRETCH)}
            selected={route.turn}
            found={route.message}
            isWanted={wanted !== undefined && Math.floor(wanted / STRETCH) === index}
            isLast={index >= count - 1}
          />
        ))}
        {[...state.running].map((turn) => (
          <RunningTurn key={turn} session={session} state={state} turn={turn} />
        ))}
      </div>
    </div>
  );
}

interface StretchProps {
  readonly session: string;
  readonly state: SessionState;
  readonly entries: readonly Entry[];
  readonly selected: string | undefined;
  readonly found: string | undefined;
  readonly isWanted: boolean;
  readonly isLast: boolean;
}

function Stretch({ session, state, entries, selected, found, isWanted, isLast }: StretchProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isLast);
  const height = useRef(0);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen === undefined) return;
        if (!seen.isIntersecting && seen.boundingClientRect.height > 0) height.current = seen.boundingClientRect.height;
        setNear(seen.isIntersecting);
      },
      { root: box.current!.closest('.conversation'), rootMargin: `${NEAR} 0px` },
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const isReal = isNear || isWanted || isLast;
  return (
    <div
      ref={box}
      class="stretch"
      style={isReal ? { height: '' } : { height: `${height.current || entries.length * GUESSED_HEIGHT}px` }}
    >
      {isReal
        ? entries.map((entry) => (
            <EntryView
              key={entry.key}
              session={session}
              state={state}
              entry={entry}
              turn={turnOf(state, entry)}
              selected={selected}
              found={found}
            />
          ))
        : null}
    </div>
  );
}

function turnOf({ turns }: SessionState, entry: Entry) {
  return 'turn' in entry && entry.turn !== undefined ? turns.get(entry.turn) : undefined;
}

// The stretches between get their real heights one after the other, so it may take a few frames to be where it belongs.
function bringIntoView(key: string, done: () => void): () => void {
  let left = 12;
  let isFocused = false;
  let frame = requestAnimationFrame(step);
  function step(): void {
    const element = document.getElementById(`entry-${key}`);
    element?.scrollIntoView({ block: 'center' });
    // Once: by the next frame the person may be elsewhere already.
    if (!isFocused) element?.focus({ preventScroll: true });
    isFocused ||= element !== null;
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(step);
    else done();
  }
  return () => cancelAnimationFrame(frame);
}
