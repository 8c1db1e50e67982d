import { CtxError } from '@ctx/contract';

/** What a driver's error says about itself. */
interface DriverError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the server running, and the port right?',
  ENOTFOUND: 'no machine has that name',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the password',
  '28000': 'it refuses this user',
  '3D000': 'the server has no such database',
  '42501': 'this user may not do that; ctx engine roles prints what a coordinator and a worker need',
  '53100': 'its disk is full; free some space, then resume the session',
  '53300': 'it has no connection left; raise max_connections or run fewer workers',
};

const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // The server stops, crashed, or starts up.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Two transactions in each other's way: one of them is to begin again.
  '40001',
  '40P01',
]);

/** Whether something failed for want of a connection, so that it is worth another try. */
export function isBrokenConnection(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  if (BROKEN.has(code) || code.startsWith('08')) return true;
  return /connection terminated|connection timeout|timeout expired|timeout exceeded|client has encountered a connection error/i.test(
    message,
  );
}

/** An error of the driver or the database as one of ours, with what to do about it. Our own pass through. */
export function databaseFailure(error: unknown, where: string): CtxError {
  if (CtxError.isInstance(error)) return error;
  const { code = '', message = String(error) } = (error ?? {}) as DriverError;
  const reason = ADVICE[code] ?? (message || code || 'for a reason it does not tell');
  return new CtxError('CTX_STORE_FAILED', `The database ${where} cannot be used: ${reason}.`, { cause: error });
}
