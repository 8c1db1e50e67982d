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
import { createSessionSearch } from './session/search-sessions.ts';
import { createSharedSessions } from './session/shared-sessions.ts';
import type { LiveSource } from './session/watched-session.ts';

/** The sessions an inspector shows, and its address. */
export interface InspectorOptions {
  /** The sessions to show. They are only read. */
  readonly catalog: SessionCatalog;
  /** What the prompts were made with. Without the right assembler a prompt is shown as approximate. */
  readonly rebuild?: RebuildOptions | undefined;
  /** The output of running turns. Without it the answer of a turn appears when the turn has ended. */
  readonly live?: LiveSource | undefined;
  /** The session to show first. Default: the list of sessions. */
  readonly sessionId?: string | undefined;
  /** Default `127.0.0.1`. With any other address, everyone who can reach it and has the URL can read every session. */
  readonly host?: string | undefined;
  /** Default: a free port. */
  readonly port?: number | undefined;
}

/** A running inspector. */
export interface Inspector {
  /** The address to open in a browser. It contains the token that gives access. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and stops the server. */
  close(): Promise<void>;
}

/**
 * Serves a page that shows sessions, live, while other processes write them. It writes nothing.
 * @throws the errors of `listen` of `node:net`, such as `EADDRINUSE`.
 */
export async function createInspector(options: InspectorOptions): Promise<Inspector> {
  return serveInspector(options, await readPage());
}

/** Does the same as `createInspector`, with the given page. */
export async function serveInspector(
  { catalog, rebuild = {}, live, sessionId: first, host = '127.0.0.1', port: wanted = 0 }: InspectorOptions,
  page: string,
): Promise<Inspector> {
  let port = wanted;
  const guard = createRequestGuard(host, () => port);
  const signIn = createSignIn(() => port);
  const sessions = createSharedSessions(catalog, live);
  const sources = { catalog, sessions, search: createSessionSearch(catalog), rebuild, first };
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
      if (cookie === undefined) return sendJson(response, { error: 'The token is wrong.' }, 401);
      response.setHeader('set-cookie', cookie);
      return sendJson(response, {});
    }
    if (!signIn.has(request)) return sendJson(response, { error: 'Open the address that ctx view printed.' }, 401);
    if (!(await answer(request, response, sources))) sendJson(response, { error: 'Not found.' }, 404);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => sendFailure(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://${nameInUrl(host)}:${port}/#token=${signIn.token}`,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await sessions.close();
    },
  };
}

function nameInUrl(host: string): string {
  // These mean all addresses of the machine.
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  const isIPv6 = host.includes(':');
  return isIPv6 ? `[${host}]` : host;
}
