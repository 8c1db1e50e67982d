import { AssertionError } from 'node:assert';

/**
 * Fails the running check. The message is one line: the problem, then what the author should do about it.
 * @throws AssertionError always.
 */
export function fail(problem: string, advice: string): never {
  const message = `${problem}. ${advice}.`.replaceAll(/\s+/g, ' ');
  throw new AssertionError({ message, stackStartFn: fail });
}

/** A value for a one-line message: quoted, escaped and shortened. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const characters = [...text];
  return characters.length <= 90 ? text : `${characters.slice(0, 60).join('')}…${characters.slice(-25).join('')}`;
}

/** An error for a one-line message: its name and message. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${quote(error.message)}` : quote(error);
}

/** Returns the result of `body`. If it throws, fails the check with the given advice. */
export function unlessItThrows<T>(what: string, advice: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    fail(`${what} threw ${describeError(error)}`, advice);
  }
}
