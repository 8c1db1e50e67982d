import { text as readAll } from 'node:stream/consumers';
import { UsageError } from '../terminal/usage-error.ts';

/**
 * The message that was typed on the command line; `-` alone means standard input.
 * @throws UsageError if standard input was asked for and has no text.
 */
export async function readMessage(words: readonly string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ');
  const message = await readAll(process.stdin);
  if (message.trim() === '') throw new UsageError('There is no message on standard input.');
  return message;
}
