import type { Part } from './content.ts';
import { isThought } from './content-validity.ts';

/** A message as parts. */
export function toParts(message: string | Part | readonly Part[]): Part[] {
  if (typeof message === 'string') return [{ text: message }];
  return Array.isArray(message) ? [...message] : [message as Part];
}

/** The text of a message: its text parts joined, without thoughts, calls, results and media. */
export function requestText(message: string | Part | readonly Part[]): string {
  return toParts(message)
    .map((part) => (isThought(part) ? '' : (part.text ?? '')))
    .join('');
}
