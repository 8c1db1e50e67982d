/** The same ids as for session files, so that a session can move between files and Postgres. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Returns a valid session id unchanged.
 * @throws TypeError for an invalid one.
 */
export function requireSessionId(id: string): string {
  if (SESSION_ID.test(id)) return id;
  const rule = 'starts with a letter or digit and has only letters, digits, ".", "_" and "-", at most 100';
  throw new TypeError(`A session id ${rule}: got ${JSON.stringify(id)}`);
}
