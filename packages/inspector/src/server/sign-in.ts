import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The longest request body to read. A token in JSON is much shorter. */
const MAX_BODY_BYTES = 1_000;

/** Exchanges the token for a cookie, and checks the cookie. */
interface SignIn {
  /** Goes into the fragment of the URL, which browsers do not send to servers. */
  readonly token: string;
  /** The cookie for a request whose body contains the token; `undefined` for any other request. */
  accept(request: IncomingMessage): Promise<string | undefined>;
  /** Whether a request has the cookie. */
  has(request: IncomingMessage): boolean;
}

/** Makes a random token and a random cookie. All ports of a host share their cookies, so its name contains the port. */
export function createSignIn(port: () => number): SignIn {
  const token = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const name = () => `ctx-inspector-${port()}`;
  return {
    token,
    async accept(request) {
      const given = tokenIn(await readBody(request));
      if (given === undefined || !isSame(given, token)) return undefined;
      return `${name()}=${secret}; Path=/; HttpOnly; SameSite=Strict`;
    },
    has({ headers }) {
      const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
      return cookies.some(([key, value = '']) => key === name() && isSame(value, secret));
    },
  };
}

function tokenIn(body: string): string | undefined {
  try {
    const token = (JSON.parse(body) as { token?: unknown } | null)?.token;
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// Hashing gives both the same length, so that the time the comparison takes reveals nothing.
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
