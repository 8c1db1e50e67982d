import { join } from 'node:path';
import { userFolder } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { type ChatSession, createChatSession } from '../chat/chat-session.ts';
import { startKeyboardChat } from '../chat/keyboard-chat.ts';
import { startPipedChat } from '../chat/piped-chat.ts';
import { beginConversation, type OpenConversation, type OpenOptions } from '../conversation/begin-conversation.ts';
import { findTeam } from '../conversation/find-team.ts';
import { openInputHistory } from '../input/input-history.ts';
import { formatCount } from '../render/format-amounts.ts';
import { printMessage } from '../render/print-message.ts';
import { nameOf } from '../sessions/find-session.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { createLiveScreen } from '../terminal/live-screen.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { requireTrust } from '../trust/team-trust.ts';

/** How many earlier messages are shown when a chat is resumed. */
const EARLIER_MESSAGES = 3;

/** Starts a new conversation in which the person at the terminal is a member. */
export async function chat(terminal: Terminal, options: OpenOptions): Promise<number> {
  const team = await findTeam(options.team);
  const trust = await requireTrust(terminal, team, options);
  return chatIn(terminal, await beginConversation(terminal, team, trust, options));
}

/** Runs a chat in an open conversation, and closes the conversation at the end. */
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
  printEarlierMessages(session);
  const events = conversation.events();
  const input = isKeyboard
    ? startKeyboardChat(session, events, screen, history, open.bell !== false)
    : startPipedChat(session, events);
  const exitCode = await session.left;
  input.close();
  await conversation.close();
  await history.saved();
  interruption.dispose();
  if (isKeyboard && conversation.messages().length > 0) {
    terminal.write(`\n${terminal.colors.dim(`Come back with: ${open.resumeCommand}`)}\n`);
  }
  return exitCode;
}

function printGreeting({ terminal, team, styles, writer }: ChatSession, isKeyboard: boolean): void {
  const { colors } = terminal;
  const names = agentsOf(team).map(
    ({ id }) => `${styles.paint(id, styles.name(id))} ${colors.dim(`(${styles.kind(id)})`)}`,
  );
  writer.line(`${colors.bold(safeLine(team.name))}  ${names.join(colors.dim(' · '))}`);
  if (isKeyboard) {
    writer.line('@name addresses a member, /help lists the commands, Ctrl-C twice leaves.', colors.dim);
  }
  writer.gap();
}

// So that people who come back see where they were.
function printEarlierMessages({ terminal, conversation, session, styles, writer }: ChatSession): void {
  const messages = conversation.messages();
  if (messages.length === 0) return;
  const hidden = messages.length - EARLIER_MESSAGES;
  if (hidden > 0) {
    const command = `${ownCommand()} show ${nameOf(session)}`;
    writer.line(`${formatCount(hidden, 'earlier message')}: ${command}`, terminal.colors.dim);
  }
  for (const message of messages.slice(-EARLIER_MESSAGES)) printMessage(message, { terminal, writer, styles });
}
