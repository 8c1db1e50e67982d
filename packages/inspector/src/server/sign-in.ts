import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Longest body that is read: a token and what is around it. */
const MAX_BODY_BYTES = 1_000;

/** Who may look: whoever has the token gets a cookie. */
export interface SignIn {
  /** For the fragment of the address, which no browser sends anywhere. */
  readonly token: string;
  /** The cookie for a request whose body holds the token; undefined when it does not. */
  accept(request: IncomingMessage): Promise<string | undefined>;
  /** Whether a request has the cookie. */
  has(request: IncomingMessage): boolean;
}

/** Makes a token and the cookie that it is exchanged for. Cookies are shared by all ports of a host, so its name has the port. */
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

// Hashed first: of the same length, and nothing to be learnt from how long it takes.
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
