import type { Content, Part } from './content.ts';
import { isThought } from './content-validity.ts';

/** A message as parts. */
export function toParts(message: string | Part | readonly (string | Part)[]): Part[] {
  return toList(message).map((part) => (typeof part === 'string' ? { text: part } : part));
}

/**
 * The text that a request says, or a part of it: the text parts joined, without thoughts, calls, results and media.
 */
export function requestText(message: string | Part | Content | readonly (string | Part | Content)[]): string {
  return toList(message)
    .flatMap((item): readonly (string | Part)[] => {
      if (typeof item !== 'string' && 'parts' in item) return item.parts ?? [];
      return [item as string | Part];
    })
    .map((part) => {
      if (typeof part === 'string') return part;
      return isThought(part) ? '' : (part.text ?? '');
    })
    .join('');
}

/** The message as a list, without entries that are neither text nor an object. */
function toList<T>(message: string | T | readonly (string | T)[]): (string | T)[] {
  const list = Array.isArray(message) ? (message as readonly (string | T)[]) : [message as string | T];
  return list.filter((item) => typeof item === 'string' || (typeof item === 'object' && item !== null));
}
