import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Feed } from '../state/feed.ts';
import { type Route, routeTo } from '../state/route.ts';
import type { Entry, SessionState } from '../state/session-state.ts';
import { visible } from '../text/visible.tsx';
import { EntryView } from './entry.tsx';
import { RunningTurn } from './running-turn.tsx';

/** Entries are drawn in groups of this size, and only groups near the screen. The others are empty boxes. */
const GROUP_SIZE = 30;
/** The height of an entry that was never drawn, in pixels. */
const GUESSED_HEIGHT = 150;
/** How far from the screen a group is still drawn. */
const NEAR = '1500px';
/** Within this many pixels of the end, the reader counts as being at the end. */
const AT_END = 80;

/** The conversation, oldest entry first. While the reader is at its end, it scrolls along with new entries. */
export function Conversation({
  session,
  feed,
  route,
}: {
  readonly session: string;
  readonly feed: Feed;
  readonly route: Route;
}) {
  const { state, isReady, isWritten, notes, damage, failure } = feed;
  const frame = useRef<HTMLDivElement>(null);
  // An ended session is read from its beginning, a live one where it is now.
  const isAtEnd = useRef<boolean | undefined>(undefined);
  const [wanted, setWanted] = useState<number | undefined>();
  // Nothing is drawn before the whole log is there, because it would be drawn again with every part of it.
  const count = isReady ? Math.ceil(state.entries.length / GROUP_SIZE) : 0;

  useLayoutEffect(() => {
    const box = frame.current;
    if (isReady) isAtEnd.current ??= isWritten !== false;
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
    // Another entry may have been requested since the last frame.
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

  useEffect(() => {
    const box = frame.current!;
    const onClick = (event: MouseEvent) => openTurn(event, session);
    box.addEventListener('click', onClick);
    return () => box.removeEventListener('click', onClick);
  }, [session]);

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
          <EntryGroup
            key={index}
            session={session}
            state={state}
            entries={state.entries.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE)}
            selected={route.turn}
            found={route.message}
            isWanted={wanted !== undefined && Math.floor(wanted / GROUP_SIZE) === index}
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

// A click on a card opens its turn, but not one on something with an effect of its own, nor the end of a selection.
function openTurn({ target }: MouseEvent, session: string): void {
  const card = (target as Element).closest<HTMLElement>('article.message');
  const turn = card?.dataset['turn'];
  if (turn === undefined || (target as Element).closest('a, button, summary, pre')) return;
  if (getSelection()?.isCollapsed === false) return;
  location.hash = routeTo({ session, turn });
}

interface EntryGroupProps {
  readonly session: string;
  readonly state: SessionState;
  readonly entries: readonly Entry[];
  readonly selected: string | undefined;
  readonly found: string | undefined;
  readonly isWanted: boolean;
  readonly isLast: boolean;
}

function EntryGroup({ session, state, entries, selected, found, isWanted, isLast }: EntryGroupProps) {
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
  const isDrawn = isNear || isWanted || isLast;
  return (
    <div
      ref={box}
      class="entry-group"
      style={isDrawn ? { height: '' } : { height: `${height.current || entries.length * GUESSED_HEIGHT}px` }}
    >
      {isDrawn
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

// The groups on the way get their real heights one by one, so it scrolls again for a few frames.
function bringIntoView(key: string, done: () => void): () => void {
  let framesLeft = 12;
  let isFocused = false;
  let frame = requestAnimationFrame(step);
  function step(): void {
    const element = document.getElementById(`entry-${key}`);
    element?.scrollIntoView({ block: 'center' });
    // Focus it only once: by the next frame the reader may have moved on.
    if (!isFocused) element?.focus({ preventScroll: true });
    isFocused ||= element !== null;
    framesLeft -= 1;
    if (framesLeft > 0) frame = requestAnimationFrame(step);
    else done();
  }
  return () => cancelAnimationFrame(frame);
}
