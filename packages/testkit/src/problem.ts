import { AssertionError } from 'node:assert';

/**
 * Fails the running check. The message is one line: the problem, then what the author should do about it.
 * @throws AssertionError always.
 */
export function fail(problem: string, advice: string): never {
  const message = `${problem}. ${advice}.`.replaceAll(/\s+/g, ' ');
  throw new AssertionError({ message, stackStartFn: fail });
}

/** A value for a one-line message: quoted, escaped and shortened to about `longest` characters. */
export function quote(value: unknown, longest = 90): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const characters = [...text];
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest - 30).join('')}…${characters.slice(-25).join('')}`;
}

/** The message of somebody else's error. Its decisive part may be anywhere, so it is shortened less. */
export function quoteMessage(message: unknown): string {
  return quote(message, 330);
}

/** An error for a one-line message: its name and message. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${quoteMessage(error.message)}` : quote(error);
}

/** Returns the result of `body`. If it throws, fails the check with the given advice, and names the situation. */
export function unlessItThrows<T>(what: string, advice: string, body: () => T, situation?: string): T {
  try {
    return body();
  } catch (error) {
    fail(`${what} threw ${describeError(error)}${situation === undefined ? '' : ` (${situation})`}`, advice);
  }
}
