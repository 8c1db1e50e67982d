import { createInterface } from 'node:readline';
import type { ConversationEvent } from '@ctx/team';
import { EXIT } from '../terminal/describe-error.ts';
import type { ChatSession } from './chat-session.ts';

/** Takes part for somebody without a keyboard: one message a line, each answered before the next. */
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
    // What was said last is still to be shown.
    void chat.conversation.close();
    await shown;
    chat.leave(isRefused ? EXIT.usage : undefined);
  }
  takeAll().catch((error: unknown) => chat.fail(error));
  return { close: () => lines.close() };
}
