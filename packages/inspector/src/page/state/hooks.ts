import { useEffect, useState } from 'preact/hooks';
import { ask } from './api.ts';
import { type Feed, openFeed } from './feed.ts';
import { type Route, readRoute } from './route.ts';

/** The current route. It changes with the URL's fragment. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const onChange = () => setRoute(readRoute(location.hash));
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return route;
}

/** Follows a session and redraws when it changes. */
export function useFeed(session: string | undefined): Feed | undefined {
  const [, setDrawn] = useState(0);
  const [feed, setFeed] = useState<Feed | undefined>();
  useEffect(() => {
    if (session === undefined) return setFeed(undefined);
    // The feed changes in place, so a new number makes the page draw it again.
    const opened = openFeed(session, () => setDrawn((drawn) => drawn + 1));
    setFeed(opened);
    return () => opened.close();
  }, [session]);
  return feed;
}

/** Fetches JSON, again when `path` or `version` changes. When only `version` changes, the old answer stays until then. */
export function useAnswer<Answer>(
  path: string | undefined,
  version: unknown = 0,
): { readonly answer?: Answer | undefined; readonly problem?: string | undefined } {
  const [state, setState] = useState<{ path?: string; answer?: Answer; problem?: string }>({});
  useEffect(() => {
    if (path === undefined) return;
    const stop = new AbortController();
    ask<Answer>(path, stop.signal).then(
      (answer) => setState({ path, answer }),
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ path, problem: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => stop.abort();
  }, [path, version]);
  return state.path === path ? state : {};
}
