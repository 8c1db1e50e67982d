import { CtxError } from '@ctx/contract';

/**
 * An address of an engine without its password, fit to be printed.
 */
export function redactUrl(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.password !== '') parsed.password = '***';
    for (const name of [...parsed.searchParams.keys()]) {
      if (/password|secret|key/i.test(name)) parsed.searchParams.set(name, '***');
    }
    return parsed.href;
  } catch {
    // What cannot be read may hold a password anywhere.
    return `${/^[a-z]+:\/\//i.exec(url)?.[0] ?? ''}…`;
  }
}

/**
 * Checks that a text is the address of a Postgres database.
 * @throws CtxError `CTX_STORE_FAILED`
 */
export function requirePostgresUrl(url: string): string {
  const isAddress = /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
  if (isAddress) return url;
  throw new CtxError(
    'CTX_STORE_FAILED',
    `${redactUrl(url)} is not the address of a Postgres database. Write it like postgres://user:password@host:5432/database.`,
  );
}
