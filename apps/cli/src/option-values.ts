import { InvalidArgumentError } from 'commander';

/**
 * Reads a number above 0 from the command line; a leading `$` is allowed.
 * @throws InvalidArgumentError for anything else.
 */
export function positiveAmount(value: string): number {
  const amount = Number(value.replace(/^\$/, ''));
  if (Number.isFinite(amount) && amount > 0) return amount;
  throw new InvalidArgumentError('It must be a number above 0.');
}

/**
 * Reads a whole number above 0 from the command line.
 * @throws InvalidArgumentError for anything else.
 */
export function positiveCount(value: string): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

/**
 * Reads a port from the command line; 0 lets the system choose one.
 * @throws InvalidArgumentError for anything else.
 */
export function portNumber(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** Reads names separated by commas from the command line. */
export function commaList(value: string): string[] {
  return value.split(',').map((name) => name.trim());
}
