/**
 * The error that was thrown, with a JSON of `{ code, message }`: that of an ordinary error is `{}`, and events are sent to
 * other processes. A thrown value that cannot be changed or is no error becomes the cause of a new error.
 */
export function errorWithJson(thrown: unknown): Error {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  const isOpen = thrown instanceof Error && Object.isExtensible(thrown);
  const error = isOpen
    ? thrown
    : Object.assign(new Error(message, { cause: thrown }), code === undefined ? {} : { code });
  if ('toJSON' in error) return error;
  return Object.defineProperty(error, 'toJSON', { value: () => ({ code, message }) });
}
