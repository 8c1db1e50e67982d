import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Packument {
  name: string;
  'dist-tags': Record<string, string>;
  versions: Record<string, { dist: { tarball: string } }>;
}

/** The body of a publish request for one version: a packument with the tarball attached. */
interface Publication extends Packument {
  _attachments: Record<string, { data: string }>;
}

/** An npm registry on loopback that holds our packages and redirects requests for all others. */
export interface LoopbackRegistry {
  readonly url: string;
  /** Names of the packages published so far, in the order of publishing. */
  published(): string[];
  close(): Promise<void>;
}

/**
 * Starts an empty registry on a free port.
 * @param upstream The registry that has the packages outside our scope.
 */
export async function startLoopbackRegistry(upstream: string): Promise<LoopbackRegistry> {
  const packuments = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', url).pathname).slice(1);
    if (request.method === 'PUT') return publish((await json(request)) as Publication, response);
    const [name = '', file] = path.split('/-/');
    if (!name.startsWith('@ctx/')) {
      // A redirect, so that the client uses its own proxy, cache and credentials.
      response.writeHead(302, { location: new URL(request.url?.slice(1) ?? '', upstream).href }).end();
      return;
    }
    const found = file === undefined ? packuments.get(name) : tarballs.get(file);
    if (found === undefined) return send(response, 404, { error: `${path} is not in this registry` });
    if (Buffer.isBuffer(found)) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found);
    else send(response, 200, found);
  }

  function publish({ _attachments, ...published }: Publication, response: ServerResponse): void {
    const known = packuments.get(published.name);
    for (const [version, manifest] of Object.entries(published.versions)) {
      if (known?.versions[version] !== undefined) {
        send(response, 409, { error: `${published.name} ${version} is already published` });
        return;
      }
      const file = `${published.name.slice('@ctx/'.length)}-${version}.tgz`;
      const [attachment] = Object.values(_attachments);
      tarballs.set(file, Buffer.from(attachment?.data ?? '', 'base64'));
      manifest.dist.tarball = `${url}${published.name}/-/${file}`;
    }
    packuments.set(published.name, {
      name: published.name,
      'dist-tags': { ...known?.['dist-tags'], ...published['dist-tags'] },
      versions: { ...known?.versions, ...published.versions },
    });
    send(response, 201, { ok: true });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => send(response, 500, { error: String(error) }));
  });
  // By default, Node closes an idle connection after 5 s. A client that is busy for longer would then fail.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    published: () => [...packuments.keys()],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
