import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Creates a function that returns why a request is refused, or `undefined` if it is allowed. It refuses requests from pages
 * of other sites: those that reach us by DNS rebinding have a foreign `Host`, the others a foreign `Origin` or
 * `Sec-Fetch-Site`.
 */
export function createRequestGuard(host: string, port: () => number): (request: IncomingMessage) => string | undefined {
  const names = new Set(['localhost', '127.0.0.1', '::1', bare(host).toLowerCase()]);
  const isLocal = isLoopback(host);

  function isOurs(value: string | undefined): boolean {
    const found = /^(.*?)(?::(\d+))?$/.exec(value ?? '');
    const name = bare(found?.[1] ?? '').toLowerCase();
    if (Number(found?.[2] ?? 80) !== port()) return false;
    if (name === '') return false;
    // IP addresses cannot be rebound. A server on loopback accepts only loopback addresses.
    return names.has(name) || (!isLocal && isIP(name) !== 0);
  }

  return ({ headers, method, url = '/' }) => {
    if (method !== 'GET' && method !== 'HEAD' && !(method === 'POST' && url === '/api/sign-in')) {
      return 'The inspector is read-only.';
    }
    if (!isOurs(headers.host)) return 'The Host header does not name this server.';
    const { origin } = headers;
    if (origin !== undefined && origin !== `http://${headers.host}`) return 'Requests from other sites are refused.';
    const site = headers['sec-fetch-site'];
    const isApi = url.startsWith('/api/');
    if (isApi && site !== undefined && site !== 'same-origin' && site !== 'none') {
      return 'Requests from other sites are refused.';
    }
    return undefined;
  };
}

/** Whether an address can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  const name = bare(host).toLowerCase();
  return name === 'localhost' || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
