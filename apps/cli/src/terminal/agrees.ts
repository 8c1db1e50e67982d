import type { Ask } from './terminal.ts';

/** Asks a question, and returns whether the answer is `y` or `yes`. Anything else means no. */
export async function agrees(ask: Ask, question: string): Promise<boolean> {
  return /^\s*y(es)?\s*$/i.test(await ask(question));
}
