/** The command line does not make sense; the message says what would. Ends with exit code 2. */
export class UsageError extends Error {
  readonly code = 'CTX_USAGE';
  override readonly name = 'UsageError';
}
