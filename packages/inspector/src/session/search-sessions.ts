import type { ConversationMessage, SessionCatalog, SessionSummary } from '@ctx/contract';
import type { SearchAnswer, SearchHit } from '../protocol/answers.ts';

/** All that was said is kept in memory up to so many characters, the newest sessions first. */
const MAX_CHARACTERS = 100_000_000;
const MAX_HITS = 200;
const AROUND = 80;

interface Kept {
  readonly version: string;
  readonly messages: readonly ConversationMessage[];
  readonly characters: number;
}

/** Finds words in all that was said, in any session. What was read once is kept until its log changes. */
export function createSearch(catalog: SessionCatalog): (wanted: string) => Promise<SearchAnswer> {
  const kept = new Map<string, Kept>();
  return async (wanted) => {
    const words = wanted.trim().toLowerCase();
    if (words === '') return { hits: [], more: false, skipped: 0 };
    const sessions = await catalog.list();
    for (const sessionId of kept.keys()) {
      if (!sessions.some((session) => session.sessionId === sessionId)) kept.delete(sessionId);
    }
    const hits: SearchHit[] = [];
    let characters = 0;
    let skipped = 0;
    for (const session of sessions) {
      if (characters > MAX_CHARACTERS) {
        kept.delete(session.sessionId);
        skipped += 1;
        continue;
      }
      const said = await keep(catalog, session, kept);
      characters += said.characters;
      for (const message of [...said.messages].reverse()) {
        const hit = findIn(message, words, session);
        if (hit !== undefined) hits.push(hit);
        if (hits.length > MAX_HITS) return { hits: hits.slice(0, MAX_HITS), more: true, skipped };
      }
    }
    return { hits, more: false, skipped };
  };
}

async function keep(catalog: SessionCatalog, session: SessionSummary, kept: Map<string, Kept>): Promise<Kept> {
  const { sessionId, updatedAt, bytes } = session;
  const version = `${updatedAt} ${bytes}`;
  const known = kept.get(sessionId);
  if (known?.version === version) return known;
  const messages: ConversationMessage[] = [];
  try {
    const store = await catalog.open(sessionId);
    try {
      for await (const { record } of store.read()) {
        if (record.type === 'message') messages.push(record.message);
        if (record.type === 'snapshot') messages.push(...record.snapshot.context.messages);
      }
    } finally {
      await store.close();
    }
  } catch {
    // Taken away meanwhile, or damaged further on: what was read counts.
  }
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const fresh = { version, messages, characters };
  kept.set(sessionId, fresh);
  return fresh;
}

function findIn(message: ConversationMessage, words: string, session: SessionSummary): SearchHit | undefined {
  const { content, speaker, timestamp } = message;
  const at = content.toLowerCase().indexOf(words);
  if (at === -1) return undefined;
  const end = at + words.length;
  return {
    sessionId: session.sessionId,
    team: session.team,
    message: message.id,
    speaker: speaker.roleName,
    at: new Date(timestamp ?? session.updatedAt).getTime(),
    before: content.slice(Math.max(0, at - AROUND), at),
    found: content.slice(at, end),
    after: content.slice(end, end + AROUND),
  };
}
