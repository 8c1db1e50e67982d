import { randomBytes } from 'node:crypto';

/** Ids a session may have: they become file names, so no separators, no leading dot, nothing long. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A new id that sorts by time: `20260131-093000-4f2a9c`. */
export function newSessionId(now: Date = new Date()): string {
  const [date, time] = now.toISOString().split('T');
  const stamp = `${date!.replaceAll('-', '')}-${time!.slice(0, 8).replaceAll(':', '')}`;
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** @throws TypeError for an id that could leave the sessions' folder. */
export function requireSessionId(id: string): string {
  if (SESSION_ID.test(id)) return id;
  throw new TypeError(`A session id is letters, digits, ".", "_" and "-", at most 100: got ${JSON.stringify(id)}`);
}
