import type { ConversationEvent } from '@ctx/team';
import { EXIT } from '../terminal/describe-error.ts';
import { createChatInput } from './chat-input.ts';
import type { ChatSession } from './chat-session.ts';
import { completeLine } from './complete-line.ts';
import { createGate, type Gate } from './gate.ts';
import { SLASH_COMMANDS } from './slash-commands.ts';

/** How soon a second Ctrl-C must follow to mean: leave. */
const TWICE_MS = 2_000;

/** Lets a person at a keyboard take part. */
export function startKeyboardChat(chat: ChatSession, events: AsyncIterable<ConversationEvent>): { close(): void } {
  const { terminal, conversation, team, styles, view } = chat;
  const { colors } = terminal;
  let lastInterrupt = Number.NEGATIVE_INFINITY;
  let answer: Gate<string> | undefined;

  const isResting = () => conversation.status().state !== 'running';

  function ask(): void {
    if (chat.isLeaving()) return;
    view.rest();
    if (!input.isAsking()) terminal.write('\n');
    const speaker = chat.speaker();
    const name = speaker === undefined ? 'You' : styles.name(speaker.id);
    input.ask(`${colors.bold(name)} ${colors.dim('❯')} `);
  }

  // A question in the middle of the chat is answered by the next line that is typed.
  chat.trust.askWith((question) => {
    view.rest();
    const lines = question.split('\n');
    for (const line of lines.slice(0, -1)) terminal.write(`${line}\n`);
    answer = createGate();
    input.ask(lines.at(-1) ?? '');
    return answer.opened;
  });

  function takeAnswer(text: string): boolean {
    if (answer === undefined) return false;
    const asked = answer;
    answer = undefined;
    input.listen();
    asked.open(text);
    return true;
  }

  const input = createChatInput(terminal, {
    complete: (line) => completeLine(line, team, SLASH_COMMANDS),
    onTyping: () => view.rest(),
    async onText(text) {
      lastInterrupt = Number.NEGATIVE_INFINITY;
      if (takeAnswer(text)) return;
      input.listen();
      await chat.take(text);
      if (isResting()) ask();
    },
    onInterrupt() {
      takeAnswer('');
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
    onClose() {
      takeAnswer('');
      chat.leave();
    },
  });

  chat.show(events, () => input.quiet(), ask).catch((error: unknown) => chat.fail(error));
  if (conversation.messages().length > 0) conversation.proceed();
  else ask();
  return input;
}
