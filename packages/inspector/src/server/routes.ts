import type { IncomingMessage, ServerResponse } from 'node:http';
import { CtxError, type SessionCatalog, type SessionRecord } from '@ctx/contract';
import type { RebuildOptions } from '@ctx/team';
import type { MessageAnswer, SearchAnswer, SessionsAnswer } from '../protocol/answers.ts';
import type { SessionShelf } from '../session/session-shelf.ts';
import { turnDetails, wholePrompt } from '../session/turn-details.ts';
import type { WatchedSession } from '../session/watched-session.ts';
import { streamSession } from './event-stream.ts';

/** What the answers are made of. */
export interface Sources {
  readonly catalog: SessionCatalog;
  readonly shelf: SessionShelf;
  readonly search: (wanted: string) => Promise<SearchAnswer>;
  readonly rebuild: RebuildOptions;
  readonly first?: string | undefined;
}

const LONGEST_STRETCH = 200_000;
const FIRST_WORDS = 200;

/** Answers a request of somebody who may look. Resolves to false for a path that leads nowhere. */
export async function answer(request: IncomingMessage, response: ServerResponse, sources: Sources): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://ctx');
  const [, api, kind, sessionId, part, id, form] = url.pathname.split('/').map(decode);
  if (api !== 'api') return false;
  if (kind === 'search' && sessionId === undefined) {
    sendJson(response, await sources.search(url.searchParams.get('q') ?? ''));
    return true;
  }
  if (kind !== 'sessions') return false;
  if (sessionId === undefined) {
    sendJson(response, await listSessions(sources));
    return true;
  }
  return answerAbout(sessionId, { part, id, form, url, request, response, sources });
}

interface SessionRequest {
  readonly part: string | undefined;
  readonly id: string | undefined;
  readonly form: string | undefined;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sources: Sources;
}

async function answerAbout(
  sessionId: string,
  { part, id, form, url, request, response, sources }: SessionRequest,
): Promise<boolean> {
  const { shelf, rebuild } = sources;
  if (part === 'events' && id === undefined) {
    const after = Number(request.headers['last-event-id'] ?? url.searchParams.get('after') ?? 0);
    await shelf.borrow(sessionId, async (session) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      await streamSession(response, session, Number.isSafeInteger(after) ? after : 0);
    });
    return true;
  }
  if (id === undefined) return false;
  const records = await shelf.borrow(sessionId, async (session) => {
    await caughtUp(session);
    return session.records.map(({ record }) => record);
  });
  if (part === 'messages') return sendStretch(response, records, id, Number(url.searchParams.get('from') ?? 0));
  if (part !== 'turns') return false;
  if (form === 'prompt') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(wholePrompt(records, id, rebuild));
    return true;
  }
  const details = turnDetails(records, id, rebuild);
  if (details === undefined) return false;
  sendJson(response, details);
  return true;
}

async function listSessions({ catalog, first }: Sources): Promise<SessionsAnswer> {
  const sessions = await catalog.list();
  const short = sessions.map((session) => ({ ...session, firstMessage: session.firstMessage?.slice(0, FIRST_WORDS) }));
  return { sessions: short, first };
}

async function caughtUp(session: WatchedSession): Promise<void> {
  while (!session.isCaughtUp && session.failure === undefined) {
    await new Promise<void>((resolve) => {
      const stop = session.onChange(() => {
        stop();
        resolve();
      });
    });
  }
}

function sendStretch(response: ServerResponse, records: readonly SessionRecord[], id: string, from: number): boolean {
  const text = records
    .flatMap((record) => {
      if (record.type === 'message') return [record.message];
      return record.type === 'snapshot' ? record.snapshot.context.messages : [];
    })
    .find((message) => message.id === id)?.content;
  if (text === undefined || !Number.isSafeInteger(from) || from < 0) return false;
  const stretch: MessageAnswer = { text: text.slice(from, from + LONGEST_STRETCH), from, length: text.length };
  sendJson(response, stretch);
  return true;
}

/** Sends data. */
export function sendJson(response: ServerResponse, data: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(data));
}

/** Says what went wrong with a request, if anything can still be said. */
export function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else if (CtxError.isInstance(error) || error instanceof TypeError) sendJson(response, { error: error.message }, 404);
  else sendJson(response, { error: 'The inspector could not answer.' }, 500);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
