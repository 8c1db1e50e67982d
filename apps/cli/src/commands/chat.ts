import { join } from 'node:path';
import { userFolder } from '@ctx/team';
import { type ChatSession, createChatSession } from '../chat/chat-session.ts';
import { startKeyboardChat } from '../chat/keyboard-chat.ts';
import { startPipedChat } from '../chat/piped-chat.ts';
import { beginConversation, type OpenConversation } from '../conversation/begin-conversation.ts';
import { findTeam } from '../conversation/find-team.ts';
import type { LimitOptions } from '../conversation/raised-limits.ts';
import type { EngineOptions } from '../engine/engine-options.ts';
import { openInputHistory } from '../input/input-history.ts';
import { createBlockWriter } from '../render/block-writer.ts';
import { formatCount } from '../render/format-amounts.ts';
import { printMessage } from '../render/print-message.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { createLiveScreen } from '../terminal/live-screen.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { requireTrust } from '../trust/team-trust.ts';

/** Messages shown when a chat goes on. */
const LAST_WORDS = 3;

/** What `ctx chat` takes. */
export interface ChatOptions extends EngineOptions, LimitOptions {
  readonly team?: string | undefined;
  readonly allowFull?: boolean | undefined;
  /** As for `run`. */
  readonly trust?: boolean | undefined;
}

/** A new conversation in which you are a member. */
export async function chat(terminal: Terminal, options: ChatOptions): Promise<number> {
  const team = await findTeam(options.team);
  const trust = await requireTrust(terminal, team, options);
  return chatIn(terminal, await beginConversation(terminal, team, trust, options));
}

/** A chat in a conversation that has been opened. Closes it. */
export async function chatIn(terminal: Terminal, open: OpenConversation): Promise<number> {
  const { conversation } = open;
  const isKeyboard = terminal.isInteractive && process.stdin.isTTY === true;
  const history = await openInputHistory(join(userFolder(), 'input-history.jsonl'));
  const screen = createLiveScreen(isKeyboard ? terminal : { ...terminal, isInteractive: false });
  const session = createChatSession(screen.terminal, open);
  const interruption = listenForInterruption();
  terminal.gone.addEventListener('abort', () => session.leave());
  interruption.signal.addEventListener('abort', () => session.leave(interruption.exitCode()));

  printGreeting(session, isKeyboard);
  printLastWords(session);
  const events = conversation.events();
  const person = isKeyboard ? startKeyboardChat(session, events, screen, history) : startPipedChat(session, events);
  const exitCode = await session.left;
  person.close();
  await conversation.close();
  await history.saved();
  interruption.dispose();
  if (isKeyboard && conversation.messages().length > 0) {
    terminal.write(`\n${terminal.colors.dim(`Come back with: ${open.resumeCommand}`)}\n`);
  }
  return exitCode;
}

function printGreeting({ terminal, team, styles }: ChatSession, isKeyboard: boolean): void {
  const { colors } = terminal;
  const agents = team.members.filter(({ type }) => type === 'ai');
  const names = agents.map(({ id }) => `${styles.paint(id, styles.name(id))} ${colors.dim(styles.kind(id))}`);
  const writer = createBlockWriter(terminal);
  writer.line(`${colors.bold(safeLine(team.name))}  ${names.join(colors.dim(' · '))}`);
  if (isKeyboard) {
    writer.line('@name says it to that member, /help shows more, Ctrl-C twice leaves.', colors.dim);
  }
  writer.gap();
}

/** So that somebody who comes back knows where they were. */
function printLastWords({ terminal, conversation, styles }: ChatSession): void {
  const messages = conversation.messages();
  if (messages.length === 0) return;
  const writer = createBlockWriter(terminal);
  const left = messages.length - LAST_WORDS;
  if (left > 0) writer.line(`${formatCount(left, 'earlier message')}: ctx show`, terminal.colors.dim);
  for (const message of messages.slice(-LAST_WORDS)) printMessage(message, { terminal, writer, styles });
}
