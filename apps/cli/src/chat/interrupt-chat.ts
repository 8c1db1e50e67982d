import { EMPTY_DRAFT } from '../input/line-editor.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { ChatSession } from './chat-session.ts';
import type { TypingLine } from './typing-line.ts';

/** A second Ctrl-C within this time leaves the chat. */
const TWICE_MS = 2_000;

/** The handler of Ctrl-C in a chat. */
export interface Interrupt {
  press(): void;
  /** Esc: the same, but it never leaves. */
  escape(): void;
  /** What to say above the input line as long as another Ctrl-C would leave; undefined otherwise. */
  hint(): string | undefined;
  /** Called for any other key: the next Ctrl-C counts as the first again. */
  forget(): void;
}

/**
 * Ctrl-C and Esc cancel the turn on the screen and ask whether the waiting agents continue. If no agent is working, they
 * clear the input line. Ctrl-C pressed twice leaves the chat.
 */
export function createInterrupt(chat: ChatSession, line: TypingLine): Interrupt {
  const { conversation, view, styles } = chat;
  let pressedAt = Number.NEGATIVE_INFINITY;

  async function cancel(turn: string): Promise<void> {
    const waiting = [...new Set(conversation.status().waiting.map(({ member }) => styles.name(member)))];
    if (waiting.length > 0) conversation.hold();
    conversation.cancel(turn);
    if (waiting.length === 0) return;
    const verb = waiting.length === 1 ? 'is' : 'are';
    const answer = await line.ask(`${waiting.join(', ')} ${verb} waiting to speak. Continue with the queue? [Y/n] `);
    if (chat.isLeaving()) return;
    if (/^\s*n/i.test(answer)) await conversation.drop();
    conversation.proceed();
  }

  const wasJustPressed = () => performance.now() - pressedAt < TWICE_MS;

  function press(): void {
    if (wasJustPressed()) {
      chat.leave(EXIT.interrupted);
      return;
    }
    if (!clear()) {
      pressedAt = performance.now();
      stop();
    }
  }

  // A turn that has left the queue may not be on the screen yet.
  const runningTurn = () => view.current()?.turn ?? conversation.status().running[0]?.turn;

  function clear(): boolean {
    if (runningTurn() !== undefined || line.question() !== undefined || line.draft().text === '') return false;
    line.put(EMPTY_DRAFT);
    return true;
  }

  function stop(): void {
    const turn = runningTurn();
    // If a question is open, the key answers it, and nothing else is stopped.
    const isAnswer = line.answer('n');
    if (isAnswer || turn === undefined) return;
    cancel(turn).catch((error: unknown) => chat.fail(error));
  }

  return {
    press,
    escape() {
      if (!clear()) stop();
    },
    hint: () => (wasJustPressed() ? 'Press Ctrl-C again to leave.' : undefined),
    forget() {
      pressedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
