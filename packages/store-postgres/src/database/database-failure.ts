import { CtxError } from '@ctx/contract';

/** The fields we read of an error of `pg` or of Node's network. */
interface DriverError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; check that the server is running and that the port is right',
  ENOTFOUND: 'no machine has that name',
  ETIMEDOUT: 'the server does not answer',
  '28P01': 'the server refuses the password',
  '28000': 'the server refuses this user',
  '3D000': 'the server has no such database',
  '42501': 'this user may not do that; ctx engine roles prints what a coordinator and a worker need',
  '53100': 'its disk is full; free some space, then resume the session',
  '53300': 'the server has no free connection; raise max_connections or run fewer workers',
};

const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // The server shuts down, crashed, or starts up.
  '57P01',
  '57P02',
  '57P03',
  // Too many connections.
  '53300',
  // Serialization failure and deadlock: one of the two transactions has to start again.
  '40001',
  '40P01',
]);

/** Whether a statement failed because of its connection or a passing conflict, so that it is worth a retry. */
export function isBrokenConnection(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  if (BROKEN.has(code) || code.startsWith('08')) return true;
  return /connection terminated|connection timeout|timeout expired|timeout exceeded|client has encountered a connection error/i.test(
    message,
  );
}

/**
 * Turns an error of the driver or the database into a `CtxError` that says what to do. A `CtxError` is returned
 * unchanged.
 */
export function databaseFailure(error: unknown, where: string): CtxError {
  if (CtxError.isInstance(error)) return error;
  const { code = '', message = String(error) } = (error ?? {}) as DriverError;
  const reason = ADVICE[code] ?? (message || code || 'the reason is unknown');
  return new CtxError('CTX_STORE_FAILED', `The database ${where} cannot be used: ${reason}.`, { cause: error });
}
