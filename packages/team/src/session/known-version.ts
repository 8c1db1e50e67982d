import { CtxError, SESSION_LOG_VERSION, type SessionStartRecord } from '@ctx/contract';

/**
 * Checks the version of a log. `log` is its name for the error message.
 * @throws CtxError `CTX_STORE_FAILED` for a log that a newer version wrote.
 */
export function requireKnownVersion({ version }: Pick<SessionStartRecord, 'version'>, log: string): void {
  if (version <= SESSION_LOG_VERSION) return;
  throw new CtxError(
    'CTX_STORE_FAILED',
    `${log} was written by a newer ctx: its log has version ${version}, this one reads up to ${SESSION_LOG_VERSION}. ` +
      'Update ctx.',
  );
}
