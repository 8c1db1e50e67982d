import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Says why a request is refused; undefined lets it pass. A page of another site cannot come in under its own name (DNS
 * rebinding: the Host would be that name) nor ask from where it is (Origin, Sec-Fetch-Site).
 */
export function createRequestGuard(host: string, port: () => number): (request: IncomingMessage) => string | undefined {
  const names = new Set(['localhost', '127.0.0.1', '::1', bare(host).toLowerCase()]);
  const isLocal = isLoopback(host);

  function isOurs(value: string | undefined): boolean {
    const found = /^(.*?)(?::(\d+))?$/.exec(value ?? '');
    const name = bare(found?.[1] ?? '').toLowerCase();
    if (Number(found?.[2] ?? 80) !== port()) return false;
    // Addresses cannot be rebound. On loopback only its own are known.
    return names.has(name) || (!isLocal && isIP(name) !== 0);
  }

  return ({ headers, method, url = '/' }) => {
    if (method !== 'GET' && method !== 'HEAD' && !(method === 'POST' && url === '/api/sign-in')) {
      return 'The inspector only shows.';
    }
    if (!isOurs(headers.host)) return 'This is not the name of this server.';
    const { origin } = headers;
    if (origin !== undefined && origin !== `http://${headers.host}`) return 'Requests of other sites are refused.';
    const site = headers['sec-fetch-site'];
    const isApi = url.startsWith('/api/');
    if (isApi && site !== undefined && site !== 'same-origin' && site !== 'none') {
      return 'Requests of other sites are refused.';
    }
    return undefined;
  };
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  const name = bare(host).toLowerCase();
  return name === 'localhost' || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
