import { randomBytes } from 'node:crypto';

/** Valid session ids. They become file names, so they have no separators and no leading dot, and are not long. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A new id that sorts by time: `20260131-093000-4f2a9c`. */
export function newSessionId(now: Date = new Date()): string {
  const [date, time] = now.toISOString().split('T');
  const stamp = `${date!.replaceAll('-', '')}-${time!.slice(0, 8).replaceAll(':', '')}`;
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/**
 * Returns the id if it is valid.
 * @throws TypeError for an id that is not, and so might name a file outside the sessions' folder.
 */
export function requireSessionId(id: string): string {
  if (SESSION_ID.test(id)) return id;
  throw new TypeError(`A session id is letters, digits, ".", "_" and "-", at most 100: got ${JSON.stringify(id)}`);
}
