import type { ConversationEvent } from '@ctx/team';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Creates a view that prints every event of a conversation as one line of JSON. */
export function createJsonView(terminal: Pick<Terminal, 'write'>): {
  show(event: ConversationEvent): void;
} {
  return { show: (event) => terminal.write(`${safeJson(event)}\n`) };
}
