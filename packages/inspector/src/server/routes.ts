import type { IncomingMessage, ServerResponse } from 'node:http';
import { CtxError, type SessionCatalog, type SessionRecord } from '@ctx/contract';
import type { RebuildOptions } from '@ctx/team';
import type { MessageAnswer, SearchAnswer, SessionsAnswer } from '../protocol/answers.ts';
import type { SharedSessions } from '../session/shared-sessions.ts';
import { turnDetails, wholePrompt } from '../session/turn-details.ts';
import type { WatchedSession } from '../session/watched-session.ts';
import { streamSession } from './event-stream.ts';

/** The data that requests are answered from. */
interface Sources {
  readonly catalog: SessionCatalog;
  readonly sessions: SharedSessions;
  readonly search: (query: string) => Promise<SearchAnswer>;
  readonly rebuild: RebuildOptions;
  readonly first?: string | undefined;
}

const MAX_EXCERPT_CHARACTERS = 200_000;
const FIRST_MESSAGE_CHARACTERS = 200;

/** Answers an API request of a signed-in browser. Resolves to false for an unknown path. */
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
  return answerForSession(sessionId, { part, id, form, url, request, response, sources });
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

async function answerForSession(
  sessionId: string,
  { part, id, form, url, request, response, sources }: SessionRequest,
): Promise<boolean> {
  const { sessions, rebuild } = sources;
  if (part === 'events' && id === undefined) {
    const after = Number(request.headers['last-event-id'] ?? url.searchParams.get('after') ?? 0);
    await sessions.use(sessionId, async (session) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      await streamSession(response, session, Number.isSafeInteger(after) ? after : 0);
    });
    return true;
  }
  if (id === undefined) return false;
  const records = await sessions.use(sessionId, async (session) => {
    await waitUntilCaughtUp(session);
    return session.records.map(({ record }) => record);
  });
  if (part === 'messages') return sendExcerpt(response, records, id, Number(url.searchParams.get('from') ?? 0));
  if (part !== 'turns') return false;
  if (form === 'prompt') {
    const prompt = wholePrompt(records, id, rebuild);
    if (prompt === undefined) return false;
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(prompt);
    return true;
  }
  const details = turnDetails(records, id, rebuild);
  if (details === undefined) return false;
  sendJson(response, details);
  return true;
}

async function listSessions({ catalog, first }: Sources): Promise<SessionsAnswer> {
  const sessions = await catalog.list();
  const shortened = sessions.map((session) => ({
    ...session,
    firstMessage: session.firstMessage?.slice(0, FIRST_MESSAGE_CHARACTERS),
  }));
  return { sessions: shortened, first };
}

async function waitUntilCaughtUp(session: WatchedSession): Promise<void> {
  while (!session.isCaughtUp && session.failure === undefined) {
    await new Promise<void>((resolve) => {
      const stop = session.onChange(() => {
        stop();
        resolve();
      });
    });
  }
}

function sendExcerpt(response: ServerResponse, records: readonly SessionRecord[], id: string, from: number): boolean {
  const text = records
    .flatMap((record) => {
      if (record.type === 'message') return [record.message];
      return record.type === 'snapshot' ? record.snapshot.context.messages : [];
    })
    .find((message) => message.id === id)?.content;
  if (text === undefined || !Number.isSafeInteger(from) || from < 0) return false;
  const excerpt: MessageAnswer = { text: text.slice(from, from + MAX_EXCERPT_CHARACTERS), from, length: text.length };
  sendJson(response, excerpt);
  return true;
}

/** Sends `data` as JSON and ends the response. */
export function sendJson(response: ServerResponse, data: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(data));
}

/** Answers a request that failed. If the response has already started, it is cut off. */
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
