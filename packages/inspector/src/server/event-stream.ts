import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { LivePiece } from '@ctx/team';
import {
  FED_CHARACTERS,
  FEED_EVENTS,
  type FedRecord,
  type LiveEvent,
  type ReadyEvent,
} from '../protocol/session-feed.ts';
import { feedRecord } from '../session/feed-record.ts';
import type { WatchedSession } from '../session/watched-session.ts';

/** The approximate size of one event, and of a record in it without the text of its message. */
const BATCH_CHARACTERS = 256_000;
const RECORD_CHARACTERS = 500;
/** A comment is sent this often, so that a dead connection is noticed. */
const HEARTBEAT_MS = 15_000;
/** A browser that reads nothing for this long is asleep. It will reconnect and say which record it received last. */
const DRAIN_TIMEOUT_MS = 60_000;

/**
 * Sends the records of a session after `afterSeq` to a browser, until it disconnects. Nothing is queued: when the browser
 * can take more, it gets everything new. So a slow browser gets fewer and bigger events, and each record once.
 */
export async function streamSession(
  response: ServerResponse,
  session: WatchedSession,
  afterSeq: number,
): Promise<void> {
  const reader = createReader(response, session);
  let position = 0;
  let isReady = false;
  let isWritten: boolean | undefined;
  const sent: SentPieces = new Map();
  try {
    while (!reader.isGone()) {
      const version = reader.version();
      while ((session.records[position]?.seq ?? Number.POSITIVE_INFINITY) <= afterSeq) position += 1;
      const batch = nextBatch(session, position);
      if (batch.records.length > 0) {
        position = batch.end;
        await reader.send(FEED_EVENTS.records, batch.records, session.records[position - 1]!.seq);
        continue;
      }
      if (session.isCaughtUp && (!isReady || session.isWritten !== isWritten)) {
        isReady = true;
        isWritten = session.isWritten;
        const { notes, damage } = session;
        await reader.send(FEED_EVENTS.ready, { isWritten, notes, damage } satisfies ReadyEvent);
      }
      if (isReady) for (const news of liveNews(session, sent)) await reader.send(FEED_EVENTS.live, news);
      if (session.failure !== undefined) {
        await reader.send(FEED_EVENTS.broken, { message: session.failure.message });
        return;
      }
      await reader.changeAfter(version);
    }
  } finally {
    reader.close();
    response.end();
  }
}

function nextBatch({ records }: WatchedSession, from: number): { records: FedRecord[]; end: number } {
  const batch: FedRecord[] = [];
  let characters = 0;
  let end = from;
  for (; end < records.length && characters < BATCH_CHARACTERS; end += 1) {
    const { record } = records[end]!;
    batch.push(feedRecord(record));
    characters += RECORD_CHARACTERS;
    if (record.type === 'message') characters += Math.min(record.message.content.length, FED_CHARACTERS);
  }
  return { records: batch, end };
}

/** How many pieces of each turn this browser has. A turn that starts again has a new `pieces` array. */
type SentPieces = Map<string, { readonly pieces: readonly LivePiece[]; readonly count: number }>;

// The pieces of running turns that this browser does not have yet.
function* liveNews({ live }: WatchedSession, sent: SentPieces): Generator<LiveEvent> {
  for (const [turn, pieces] of live) {
    const known = sent.get(turn);
    const from = known?.pieces === pieces ? known.count : 0;
    if (known?.pieces === pieces && from === pieces.length) continue;
    sent.set(turn, { pieces, count: pieces.length });
    yield { turn, from, pieces: pieces.slice(from) };
  }
  for (const turn of sent.keys()) if (!live.has(turn)) sent.delete(turn);
}

function createReader(response: ServerResponse, session: WatchedSession) {
  let version = 0;
  let wake = () => {};
  const unsubscribe = session.onChange(() => {
    version += 1;
    wake();
  });
  response.once('close', () => wake());
  const isGone = () => response.destroyed || response.writableEnded;
  async function write(text: string): Promise<void> {
    if (isGone() || response.write(text)) return;
    const timeout = AbortSignal.timeout(DRAIN_TIMEOUT_MS);
    const closed = new AbortController();
    const onClose = () => closed.abort();
    response.once('close', onClose);
    try {
      await once(response, 'drain', { signal: AbortSignal.any([timeout, closed.signal]) });
    } catch {
      response.destroy();
    } finally {
      response.off('close', onClose);
    }
  }
  return {
    isGone,
    version: () => version,
    send(event: string, data: unknown, id?: number): Promise<void> {
      const head = id === undefined ? '' : `id: ${id}\n`;
      return write(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    async changeAfter(seen: number): Promise<void> {
      while (version === seen && !isGone()) {
        const isChanged = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), HEARTBEAT_MS);
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        wake = () => {};
        if (!isChanged) await write(': still here\n\n');
      }
    },
    close: unsubscribe,
  };
}
