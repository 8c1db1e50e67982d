import type { Ask } from '../terminal/terminal.ts';

/** Whether a person says yes. Anything but a clear yes is no. */
export async function agrees(ask: Ask, question: string): Promise<boolean> {
  return /^\s*y(es)?\s*$/i.test(await ask(question));
}
