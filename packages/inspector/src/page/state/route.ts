/** The tabs of a turn's details. */
export type TurnTab = 'saw' | 'did' | 'cost';

/** What the page shows, as its URL says. */
export interface Route {
  readonly session?: string | undefined;
  readonly view: 'sessions' | 'conversation' | 'cost';
  readonly turn?: string | undefined;
  readonly tab: TurnTab;
  /** A message to scroll to. */
  readonly message?: string | undefined;
}

const TABS: readonly string[] = ['saw', 'did', 'cost'];

/** Parses a URL fragment such as `#/session/ID/turn-3/saw`. */
export function readRoute(hash: string): Route {
  const [, kind, session, part, detail] = hash.replace(/^#/, '').split('/').map(decode);
  if (kind !== 'session' || session === undefined || session === '') return { view: 'sessions', tab: 'saw' };
  if (part === 'cost') return { session, view: 'cost', tab: 'saw' };
  if (part === 'message') return { session, view: 'conversation', tab: 'saw', message: detail };
  const tab = (TABS.includes(detail ?? '') ? detail : 'saw') as TurnTab;
  return { session, view: 'conversation', tab, turn: part === '' ? undefined : part };
}

/** Formats a route as a URL fragment. */
export function routeTo({ session, view = 'conversation', turn, tab = 'saw', message }: Partial<Route>): string {
  if (session === undefined || view === 'sessions') return '#/';
  const base = `#/session/${encodeURIComponent(session)}`;
  if (view === 'cost') return `${base}/cost`;
  if (message !== undefined) return `${base}/message/${encodeURIComponent(message)}`;
  return turn === undefined ? base : `${base}/${encodeURIComponent(turn)}/${tab}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
