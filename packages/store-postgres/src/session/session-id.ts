/** Ids a session may have, the same as in files: a session can move from one to the other. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** @throws TypeError for an id that a session may not have. */
export function requireSessionId(id: string): string {
  if (SESSION_ID.test(id)) return id;
  throw new TypeError(`A session id is letters, digits, ".", "_" and "-", at most 100: got ${JSON.stringify(id)}`);
}
