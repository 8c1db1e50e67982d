import { request as send } from 'node:http';
import type { SessionCatalog } from '@ctx/contract';
import { type Inspector, type InspectorOptions, serveInspector } from '../inspector.ts';

/** The response to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A running inspector, and functions that send it requests with any headers. */
export interface Visit {
  readonly inspector: Inspector;
  readonly token: string;
  /** The cookie that the token was exchanged for. */
  readonly cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Sends a GET request with the cookie and parses the JSON response. */
  data<Data>(path: string): Promise<Data>;
  request(method: string, path: string, options?: { headers?: Record<string, string>; body?: string }): Promise<Reply>;
}

/** Starts an inspector with a small page and signs in. */
export async function visit(catalog: SessionCatalog, options: Partial<InspectorOptions> = {}): Promise<Visit> {
  const inspector = await serveInspector({ catalog, ...options }, '<style>a{}</style><script>1</script>');
  const token = inspector.url.split('token=')[1]!;
  const request: Visit['request'] = (method, path, { headers = {}, body = '' } = {}) =>
    new Promise((resolve, reject) => {
      const sent = send({ host: '127.0.0.1', port: inspector.port, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const signedIn = await request('POST', '/api/sign-in', { body: JSON.stringify({ token }) });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  const get: Visit['get'] = (path, headers = { cookie }) => request('GET', path, { headers });
  return { inspector, token, cookie, request, get, data: async (path) => JSON.parse((await get(path)).text) };
}

/** One event of a feed. */
export interface HeardEvent {
  readonly event: string;
  readonly id?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its events
  readonly data: any;
}

/** Listens to the feed of a session until `isEnough` is true for the events so far. */
export function listen(
  { inspector, cookie }: Visit,
  sessionId: string,
  isEnough: (events: readonly HeardEvent[]) => boolean,
  headers: Record<string, string> = {},
): Promise<HeardEvent[]> {
  return new Promise((resolve, reject) => {
    const path = `/api/sessions/${sessionId}/events`;
    const sent = send(
      { host: '127.0.0.1', port: inspector.port, path, headers: { cookie, ...headers } },
      (response) => {
        const events: HeardEvent[] = [];
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          const blocks = (text + chunk).split('\n\n');
          text = blocks.pop()!;
          events.push(...blocks.flatMap(readBlock));
          if (!isEnough(events)) return;
          response.destroy();
          resolve(events);
        });
        response.on('end', () => resolve(events));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

function readBlock(block: string): HeardEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const event = field('event');
  return event === undefined ? [] : [{ event, id: field('id'), data: JSON.parse(field('data')!) }];
}
