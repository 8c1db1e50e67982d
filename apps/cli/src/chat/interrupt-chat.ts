import { EMPTY_DRAFT } from '../input/line-editor.ts';
import { EXIT } from '../terminal/describe-error.ts';
import type { ChatSession } from './chat-session.ts';
import type { TypingLine } from './typing-line.ts';

/** How soon a second Ctrl-C must follow to mean: leave. */
const TWICE_MS = 2_000;

/** Ctrl-C in a chat. */
export interface Interrupt {
  press(): void;
  /** Something else was typed: the next Ctrl-C is a first one. */
  forget(): void;
}

/**
 * What Ctrl-C does: stops the turn that is shown and asks whether those who wait go on; with nobody at work, takes away
 * what is being typed. Twice it leaves.
 */
export function createInterrupt(chat: ChatSession, line: TypingLine): Interrupt {
  const { conversation, view, styles } = chat;
  let last = Number.NEGATIVE_INFINITY;

  async function cancel(turn: string): Promise<void> {
    const waiting = [...new Set(conversation.status().waiting.map(({ member }) => styles.name(member)))];
    if (waiting.length > 0) conversation.hold();
    conversation.cancel(turn);
    if (waiting.length === 0) return;
    const verb = waiting.length === 1 ? 'waits' : 'wait';
    const goesOn = await line.ask(`${waiting.join(', ')} ${verb} to speak. Go on? [Y/n] `);
    if (chat.isLeaving()) return;
    if (/^\s*n/i.test(goesOn)) await conversation.drop();
    conversation.proceed();
  }

  function press(): void {
    const now = performance.now();
    if (now - last < TWICE_MS) {
      chat.leave(EXIT.interrupted);
      return;
    }
    const current = view.current();
    if (current === undefined && line.question() === undefined && line.draft().text !== '') {
      line.put(EMPTY_DRAFT);
      return;
    }
    last = now;
    view.remark('Ctrl-C again leaves.');
    if (line.answer('n') || current === undefined) return;
    cancel(current.turn).catch((error: unknown) => chat.fail(error));
  }

  return {
    press,
    forget() {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
