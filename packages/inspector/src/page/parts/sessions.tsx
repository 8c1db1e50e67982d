import { useEffect, useState } from 'preact/hooks';
import type { SearchAnswer, SearchHit, SessionsAnswer } from '../../protocol/answers.ts';
import { useAnswer } from '../state/hooks.ts';
import { type Route, routeTo } from '../state/route.ts';
import { formatBytes, formatCount, formatTime } from '../text/format.ts';
import { visible } from '../text/visible.tsx';

const TYPING_MS = 200;

/** The list of sessions and the search. */
export function Sessions({
  route,
  list,
  problem,
}: {
  readonly route: Route;
  readonly list: SessionsAnswer | undefined;
  readonly problem: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <aside class="sessions" aria-label="Sessions">
      <search>
        <label for="search">Search all messages</label>
        <input
          id="search"
          type="search"
          placeholder="Search  /"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {problem !== undefined ? <p role="alert">{problem}</p> : null}
      {wanted === '' ? <List route={route} list={list} /> : <Hits wanted={wanted} />}
    </aside>
  );
}

function List({ route, list }: { readonly route: Route; readonly list: SessionsAnswer | undefined }) {
  if (list?.sessions.length === 0) return <p class="empty">There are no sessions yet. Start one with ctx demo.</p>;
  return (
    <ul>
      {list?.sessions.map(({ sessionId, team, firstMessage, updatedAt, bytes }) => (
        <li key={sessionId}>
          <a href={routeTo({ session: sessionId })} aria-current={route.session === sessionId ? 'page' : undefined}>
            <span class="first-words">{visible((firstMessage ?? '').replace(/\s+/g, ' ').trim() || sessionId)}</span>
            <span class="facts">
              {visible(team ?? '')} · {formatTime(updatedAt)}
              {bytes === undefined ? '' : ` · ${formatBytes(bytes)}`}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Hits({ wanted }: { readonly wanted: string }) {
  const { answer, problem } = useAnswer<SearchAnswer>(`/api/search?q=${encodeURIComponent(wanted)}`);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (answer === undefined) return <p class="empty">Searching …</p>;
  const { hits, more, skipped } = answer;
  return (
    <>
      <p class="hit-count" role="status">
        {more ? `The newest ${hits.length} hits` : formatCount(hits.length, 'hit')}
        {skipped > 0 ? `; ${formatCount(skipped, 'older session')} not searched` : ''}
      </p>
      <ul class="hits">
        {hits.map((hit) => (
          <li key={`${hit.sessionId} ${hit.message}`}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Hit({ hit: { sessionId, message, speaker, team, at, before, found, after } }: { readonly hit: SearchHit }) {
  return (
    <a href={routeTo({ session: sessionId, message })}>
      <span class="first-words">
        {visible(before)}
        <mark>{visible(found)}</mark>
        {visible(after)}
      </span>
      <span class="facts">
        {visible(speaker)} · {visible(team ?? sessionId)} · {formatTime(at)}
      </span>
    </a>
  );
}
