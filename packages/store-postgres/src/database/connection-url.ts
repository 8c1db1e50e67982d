import { CtxError } from '@ctx/contract';

/** Returns the address of a database or queue without its password, safe to print. */
export function redactUrl(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.password !== '') parsed.password = '***';
    for (const name of [...parsed.searchParams.keys()]) {
      if (/password|secret|key/i.test(name)) parsed.searchParams.set(name, '***');
    }
    return parsed.href;
  } catch {
    // An address that cannot be parsed may contain a password anywhere.
    return `${/^[a-z]+:\/\//i.exec(url)?.[0] ?? ''}…`;
  }
}

/**
 * Returns `url` if it is the address of a Postgres database.
 * @throws CtxError `CTX_STORE_FAILED` if it is not.
 */
export function requirePostgresUrl(url: string): string {
  const isAddress = /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
  if (isAddress) return url;
  throw new CtxError(
    'CTX_STORE_FAILED',
    `${redactUrl(url)} is not the address of a Postgres database. Write it like postgres://user:password@host:5432/database.`,
  );
}
