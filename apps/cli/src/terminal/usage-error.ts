/** A mistake on the command line. The message says how to correct it; the exit code is 2. */
export class UsageError extends Error {
  readonly code = 'CTX_USAGE';
  override readonly name = 'UsageError';
}
