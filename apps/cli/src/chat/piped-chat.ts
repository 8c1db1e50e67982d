import { createInterface } from 'node:readline';
import type { ConversationEvent } from '@ctx/team';
import { EXIT } from '../terminal/exit-codes.ts';
import type { ChatSession } from './chat-session.ts';

/** Runs a chat without a keyboard: each line of standard input is a message, answered before the next is read. */
export function startPipedChat(chat: ChatSession, events: AsyncIterable<ConversationEvent>): { close(): void } {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const shown = chat.show(events);
  let isRefused = false;
  async function takeAll(): Promise<void> {
    for await (const line of lines) {
      if (chat.isLeaving()) return;
      const why = await chat.take(line);
      if (why !== undefined) chat.terminal.complain(why);
      isRefused ||= why !== undefined;
      await chat.conversation.idle();
    }
    // The last events are still to be shown.
    void chat.conversation.close();
    await shown;
    chat.leave(isRefused ? EXIT.usage : undefined);
  }
  takeAll().catch((error: unknown) => chat.fail(error));
  return { close: () => lines.close() };
}
