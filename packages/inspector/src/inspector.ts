import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionCatalog } from '@ctx/contract';
import type { RebuildOptions } from '@ctx/team';
import { readPage } from './page-file.ts';
import { ICON } from './server/icon.ts';
import { createRequestGuard } from './server/request-guard.ts';
import { COMMON_HEADERS, pagePolicy } from './server/response-headers.ts';
import { answer, sendFailure, sendJson } from './server/routes.ts';
import { createSignIn } from './server/sign-in.ts';
import { createSearch } from './session/search-sessions.ts';
import { createSessionShelf } from './session/session-shelf.ts';
import type { LiveSource } from './session/watched-session.ts';

/** What an inspector shows, and where. */
export interface InspectorOptions {
  /** The sessions that can be looked at. They are only read. */
  readonly catalog: SessionCatalog;
  /** What the prompts were made with; without it they are made again approximately. */
  readonly rebuild?: RebuildOptions | undefined;
  /** What running turns say; without it a turn shows its answer when it is over. */
  readonly live?: LiveSource | undefined;
  /** The session that is shown first. Default the list. */
  readonly sessionId?: string | undefined;
  /** Default `127.0.0.1`. Whoever can reach another one and has the address can read every session. */
  readonly host?: string | undefined;
  /** Default any that is free. */
  readonly port?: number | undefined;
}

/** An inspector that runs. */
export interface Inspector {
  /** What to open: with the token that lets one in. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and gives everything back. */
  close(): Promise<void>;
}

/**
 * Serves a page that shows sessions, live, while others write them. It writes nothing.
 * @throws what `listen` of `node:net` throws, such as `EADDRINUSE`.
 */
export async function createInspector(options: InspectorOptions): Promise<Inspector> {
  return serveInspector(options, await readPage());
}

/** The same with a page that is given. */
export async function serveInspector(
  { catalog, rebuild = {}, live, sessionId: first, host = '127.0.0.1', port: wanted = 0 }: InspectorOptions,
  page: string,
): Promise<Inspector> {
  let port = wanted;
  const guard = createRequestGuard(host, () => port);
  const signIn = createSignIn(() => port);
  const shelf = createSessionShelf(catalog, live);
  const sources = { catalog, shelf, search: createSearch(catalog), rebuild, first };
  const policy = pagePolicy(page);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
    const refusal = guard(request);
    if (refusal !== undefined) return sendJson(response, { error: refusal }, 403);
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/') {
      response.setHeader('content-security-policy', policy);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    if (path === '/icon.svg') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(ICON);
      return;
    }
    if (path === '/api/sign-in') {
      const cookie = request.method === 'POST' ? await signIn.accept(request) : undefined;
      if (cookie === undefined) return sendJson(response, { error: 'This is not the token of this inspector.' }, 401);
      response.setHeader('set-cookie', cookie);
      return sendJson(response, {});
    }
    if (!signIn.has(request)) return sendJson(response, { error: 'Open the address that ctx view printed.' }, 401);
    if (!(await answer(request, response, sources))) sendJson(response, { error: 'There is nothing here.' }, 404);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => sendFailure(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, () => resolve(server.off('error', reject) && undefined));
  });
  ({ port } = server.address() as AddressInfo);
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${port}/#token=${signIn.token}`,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await shelf.close();
    },
  };
}
