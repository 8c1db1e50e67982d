import type { ConversationMessage, SessionCatalog, SessionSummary } from '@ctx/contract';
import type { SearchAnswer, SearchHit } from '../protocol/answers.ts';

/** At most this much text is kept in memory, newest sessions first. Older sessions are not searched. */
const MAX_CHARACTERS = 100_000_000;
const MAX_HITS = 200;
const AROUND = 80;

interface CachedSession {
  readonly version: string;
  readonly messages: readonly ConversationMessage[];
  readonly characters: number;
}

/**
 * Returns a function that searches the messages of all sessions for a text, in any letter case: newest session first, and
 * its newest message first. The messages of a session are cached until its log changes.
 */
export function createSessionSearch(catalog: SessionCatalog): (query: string) => Promise<SearchAnswer> {
  const cache = new Map<string, CachedSession>();
  return async (query) => {
    const text = query.trim();
    if (text === '') return { hits: [], more: false, skipped: 0 };
    // Lower case can have another length than the original, so positions in it would be wrong.
    const wanted = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
    const sessions = await catalog.list();
    for (const sessionId of cache.keys()) {
      if (!sessions.some((session) => session.sessionId === sessionId)) cache.delete(sessionId);
    }
    const hits: SearchHit[] = [];
    let characters = 0;
    let skipped = 0;
    for (const session of sessions) {
      if (characters > MAX_CHARACTERS) {
        cache.delete(session.sessionId);
        skipped += 1;
        continue;
      }
      const cached = await readCached(catalog, session, cache);
      characters += cached.characters;
      for (const message of [...cached.messages].reverse()) {
        const hit = findIn(message, wanted, session);
        if (hit !== undefined) hits.push(hit);
        if (hits.length > MAX_HITS) return { hits: hits.slice(0, MAX_HITS), more: true, skipped };
      }
    }
    return { hits, more: false, skipped };
  };
}

async function readCached(
  catalog: SessionCatalog,
  session: SessionSummary,
  cache: Map<string, CachedSession>,
): Promise<CachedSession> {
  const { sessionId, updatedAt, bytes } = session;
  const version = `${updatedAt} ${bytes}`;
  const known = cache.get(sessionId);
  if (known?.version === version) return known;
  const messages: ConversationMessage[] = [];
  try {
    const store = await catalog.open(sessionId);
    try {
      for await (const { record } of store.read()) {
        if (record.type === 'message') messages.push(record.message);
        if (record.type === 'snapshot') for (const message of record.snapshot.context.messages) messages.push(message);
      }
    } finally {
      await store.close();
    }
  } catch {
    // The session was removed meanwhile or is damaged. The messages read so far are searched.
  }
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const fresh = { version, messages, characters };
  cache.set(sessionId, fresh);
  return fresh;
}

function findIn(message: ConversationMessage, wanted: RegExp, session: SessionSummary): SearchHit | undefined {
  const { content, speaker, timestamp } = message;
  const match = wanted.exec(content);
  if (match === null) return undefined;
  const [found] = match;
  const start = match.index;
  const end = start + found.length;
  return {
    sessionId: session.sessionId,
    team: session.team,
    message: message.id,
    speaker: speaker.roleName,
    at: new Date(timestamp ?? session.updatedAt).getTime(),
    before: content.slice(Math.max(0, start - AROUND), start),
    found,
    after: content.slice(end, end + AROUND),
  };
}
