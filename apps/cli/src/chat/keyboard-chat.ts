import type { ConversationEvent } from '@ctx/team';
import type { InputHistory } from '../input/input-history.ts';
import { draftOf, type EditorAct, EMPTY_DRAFT, editDraft, wholeText } from '../input/line-editor.ts';
import { type Key, readKeys } from '../terminal/keys.ts';
import type { LiveScreen } from '../terminal/live-screen.ts';
import { chatRows } from './chat-rows.ts';
import type { ChatSession } from './chat-session.ts';
import { candidatesOf, completeDraft } from './complete-line.ts';
import { createInterrupt } from './interrupt-chat.ts';
import { createTypingLine } from './typing-line.ts';

const GIVE_BACK: readonly string[] = ['escape', 'alt-escape', 'ctrl-c'];
const CLEAR_SCREEN = '\u001b[2J\u001b[H';
const BELL = '\u0007';
/** The end of a turn that took longer rings. */
const LONG_TURN_MS = 10_000;

/** Runs a chat at a keyboard: the input line stays at the bottom, everything else is printed above it. */
export function startKeyboardChat(
  chat: ChatSession,
  events: AsyncIterable<ConversationEvent>,
  screen: LiveScreen,
  history: InputHistory,
  hasBell: boolean,
): { close(): void } {
  const { terminal, conversation } = chat;
  const line = createTypingLine(() => chat.addressee.now());
  const interrupt = createInterrupt(chat, line);
  let taking = Promise.resolve();
  let isAskedToCut = false;

  function send(): void {
    const [sent, to, question] = [line.draft(), line.to(), line.question()];
    const text = wholeText(sent);
    if (line.answer(text)) terminal.write(`${question}${text}\n`);
    if (question !== undefined || text.trim() === '') return;
    history.add(text);
    line.put(EMPTY_DRAFT);
    taking = taking.then(async () => {
      const why = await chat.take(text, to);
      if (why !== undefined) line.refuse(sent, to, why);
      screen.refresh();
    });
  }

  function recall(text: string | undefined): void {
    if (text !== undefined) line.put(draftOf(text));
  }

  const acts: Readonly<Record<EditorAct, () => void>> = {
    send,
    interrupt: interrupt.press,
    escape: interrupt.escape,
    leave: () => chat.leave(),
    complete: () => line.put(completeDraft(line.draft(), candidatesOf(line.draft().text, chat.team, chat.styles))),
    older: () => recall(history.older(wholeText(line.draft()))),
    newer: () => recall(history.newer()),
    redraw() {
      screen.pause();
      screen.control(CLEAR_SCREEN);
      screen.resume();
    },
  };

  function onKey(key: Key): void {
    if (isAskedToCut) {
      if (key.type === 'text' && key.text.toLowerCase() === 'c') line.answer('c');
      if (key.type === 'key' && GIVE_BACK.includes(key.name)) line.answer('');
      screen.refresh();
      return;
    }
    const { draft, act } = editDraft(line.draft(), key);
    if (act !== 'interrupt') interrupt.forget();
    if (act === undefined) line.put(draft);
    else acts[act]();
    screen.refresh();
  }

  chat.askToCut(async (why) => {
    terminal.write(`${terminal.colors.yellow(why)}\n`);
    isAskedToCut = true;
    const answer = await line.ask('c cuts out its middle, Esc gives the text back ❯ ');
    isAskedToCut = false;
    return answer === 'c';
  });
  chat.trust.askWith((question) => {
    const lines = question.split('\n');
    for (const above of lines.slice(0, -1)) terminal.write(`${above}\n`);
    return line.ask(lines.at(-1) ?? '');
  });
  const keyboard = readKeys(process.stdin, screen.control, onKey);
  chat.lendScreen(async (use) => {
    keyboard.pause();
    screen.pause();
    await use();
    keyboard.resume();
    screen.resume();
  });
  screen.keepShowing((frame) => chatRows(chat, line, frame, interrupt.hint()));
  chat.show(hasBell ? ringing(events, () => screen.control(BELL)) : events).catch((error: unknown) => chat.fail(error));
  if (conversation.messages().length > 0) conversation.proceed();
  return {
    close() {
      line.answer('');
      keyboard.close();
      screen.close();
    },
  };
}

/** The events as they come; calls `ring` at the end of a turn for which a person has had to wait. */
export async function* ringing(
  events: AsyncIterable<ConversationEvent>,
  ring: () => void,
): AsyncGenerator<ConversationEvent> {
  for await (const event of events) {
    if (event.type === 'turn-end' && event.durationMs > LONG_TURN_MS) ring();
    yield event;
  }
}
