import { FEED_EVENTS, type LiveEvent, type ReadyEvent, type RecordsEvent } from '../../protocol/session-feed.ts';
import { sessionPath } from './api.ts';
import { applyLive, applyRecord, emptySession, type SessionState } from './session-state.ts';

/** A session that the page follows. */
export interface Feed {
  readonly state: SessionState;
  /** `lost`: the browser tries to reconnect. `closed`: it does not, because the server refused. */
  readonly connection: 'opening' | 'open' | 'lost' | 'closed';
  readonly isReady: boolean;
  /** Whether a conversation is writing the log, as far as the store can tell. */
  readonly isWritten?: boolean | undefined;
  readonly notes: readonly string[];
  readonly damage: readonly string[];
  /** Why the session is no longer followed. */
  readonly failure?: string | undefined;
  close(): void;
}

/** A hidden tab closes its connection after this time: a browser has only six for all tabs of a server. */
const HIDDEN_MS = 20_000;

/** Follows a session. `onChange` is called at most once per frame. */
export function openFeed(session: string, onChange: () => void): Feed {
  const feed = {
    state: emptySession(),
    connection: 'opening' as Feed['connection'],
    isReady: false,
    isWritten: undefined as boolean | undefined,
    notes: [] as readonly string[],
    damage: [] as readonly string[],
    failure: undefined as string | undefined,
    close() {
      window.clearTimeout(hideTimer);
      document.removeEventListener('visibilitychange', onVisibility);
      source?.close();
    },
  };
  let source: EventSource | undefined;
  let lastSeq = '0';
  let frame = 0;
  let hideTimer = 0;
  const changed = () => {
    if (frame !== 0) return;
    // A hidden tab gets no animation frames.
    frame = document.hidden ? window.setTimeout(show, 200) : requestAnimationFrame(show);
  };
  const show = () => {
    frame = 0;
    onChange();
  };

  function on<Data>(name: string, handle: (data: Data) => void): void {
    source!.addEventListener(name, (event) => {
      if (event.lastEventId !== '') lastSeq = event.lastEventId;
      handle(JSON.parse(event.data));
      changed();
    });
  }

  function open(): void {
    source = new EventSource(`${sessionPath(session, 'events')}?after=${lastSeq}`);
    source.onopen = () => {
      feed.connection = 'open';
      changed();
    };
    source.onerror = () => {
      feed.connection = source?.readyState === EventSource.CLOSED ? 'closed' : 'lost';
      changed();
    };
    on<RecordsEvent>(FEED_EVENTS.records, (records) => {
      for (const record of records) applyRecord(feed.state, record);
    });
    on<LiveEvent>(FEED_EVENTS.live, (news) => applyLive(feed.state, news));
    on<ReadyEvent>(FEED_EVENTS.ready, ({ isWritten, notes, damage }) => {
      Object.assign(feed, { isReady: true, isWritten, notes, damage });
    });
    on<{ message: string }>(FEED_EVENTS.broken, ({ message }) => {
      feed.failure = message;
      source?.close();
    });
  }

  const onVisibility = () => {
    window.clearTimeout(hideTimer);
    if (document.hidden) hideTimer = window.setTimeout(() => source?.close(), HIDDEN_MS);
    else if (source?.readyState === EventSource.CLOSED && feed.failure === undefined) open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  open();
  return feed;
}
