import type { ConversationEvent } from '@ctx/team';
import { EXIT } from '../terminal/describe-error.ts';
import { completeLine } from './address-message.ts';
import { createChatInput } from './chat-input.ts';
import type { ChatSession } from './chat-session.ts';
import { SLASH_COMMANDS } from './slash-commands.ts';

/** How soon a second Ctrl-C must follow to mean: leave. */
const TWICE_MS = 2_000;

/** Lets a person at a keyboard take part. */
export function startKeyboardChat(chat: ChatSession, events: AsyncIterable<ConversationEvent>): { close(): void } {
  const { terminal, conversation, team, styles, view } = chat;
  const { colors } = terminal;
  let lastInterrupt = Number.NEGATIVE_INFINITY;

  const isResting = () => conversation.status().state !== 'running';

  function ask(): void {
    if (chat.isLeaving()) return;
    view.rest();
    if (!input.isAsking()) terminal.write('\n');
    const speaker = chat.speaker();
    const name = speaker === undefined ? 'You' : styles.name(speaker.id);
    input.ask(`${colors.bold(name)} ${colors.dim('❯')} `);
  }

  const input = createChatInput(terminal, {
    complete: (line) => completeLine(line, team, SLASH_COMMANDS),
    onTyping: () => view.rest(),
    async onText(text) {
      lastInterrupt = Number.NEGATIVE_INFINITY;
      input.listen();
      await chat.take(text);
      if (isResting()) ask();
    },
    onInterrupt() {
      const now = performance.now();
      if (now - lastInterrupt < TWICE_MS) {
        chat.leave(EXIT.interrupted);
        return;
      }
      lastInterrupt = now;
      view.rest();
      terminal.write(`\n${colors.dim('  Ctrl-C again leaves.')}\n`);
      if (isResting()) ask();
      else conversation.cancel();
    },
    onClose: () => chat.leave(),
  });

  chat.show(events, () => input.quiet(), ask).catch((error: unknown) => chat.fail(error));
  if (conversation.messages().length > 0) conversation.proceed();
  else ask();
  return input;
}
