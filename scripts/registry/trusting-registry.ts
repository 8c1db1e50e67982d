import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A registry that trusts a workflow, and the service of GitHub that gives a workflow its identity. */
export interface TrustingRegistry {
  /** Variables that make npm believe it runs in such a workflow. */
  readonly env: Readonly<Record<string, string>>;
  /** For each publication: the package and the `Authorization` it came with. */
  readonly published: readonly string[];
  close(): Promise<void>;
}

const IDENTITY = `e30.${Buffer.from('{"repository_visibility":"private"}').toString('base64url')}.x`;

/** Starts both on loopback. */
export async function startTrustingRegistry(): Promise<TrustingRegistry> {
  const published: string[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const { authorization } = request.headers;
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path.startsWith('/identity'))
      return send(authorization === 'Bearer of-the-run' ? 200 : 401, { value: IDENTITY });
    if (path.startsWith('/-/npm/v1/oidc/token/exchange/package/')) {
      return send(authorization === `Bearer ${IDENTITY}` ? 200 : 401, { token: 'short-lived' });
    }
    if (request.method !== 'PUT') return send(404, {});
    published.push(`${((await json(request)) as { name: string }).name} ${authorization}`);
    send(201, { ok: true });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    env: {
      npm_config_registry: url,
      npm_config_provenance: 'false',
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}identity`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-run',
    },
    published,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
