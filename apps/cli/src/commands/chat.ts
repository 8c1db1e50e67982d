import { createInterface } from 'node:readline';
import { addresseeOf, completeLine } from '../chat/address-message.ts';
import { createChatInput } from '../chat/chat-input.ts';
import { type ChatRoom, runSlashCommand, SLASH_COMMANDS } from '../chat/slash-commands.ts';
import { beginConversation, type OpenConversation } from '../conversation/begin-conversation.ts';
import { defaultAddressee } from '../conversation/default-addressee.ts';
import { findTeam } from '../conversation/find-team.ts';
import { createConversationView } from '../render/conversation-view.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { describeError, EXIT } from '../terminal/describe-error.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `ctx chat` takes. */
export interface ChatOptions {
  readonly team?: string | undefined;
  readonly allowFull?: boolean | undefined;
}

/** How soon a second Ctrl-C must follow to mean: leave. */
const TWICE_MS = 2_000;

/** A new conversation in which you are a member. */
export async function chat(terminal: Terminal, options: ChatOptions): Promise<number> {
  return chatIn(terminal, beginConversation(await findTeam(options.team), options));
}

/** A chat in a conversation that has been opened. */
export async function chatIn(terminal: Terminal, open: OpenConversation): Promise<number> {
  const { conversation, team } = open;
  const { colors } = terminal;
  const styles = createMemberStyles(team.members, colors);
  const view = createConversationView(team, terminal, { hidesHumans: true });
  const isKeyboard = terminal.isInteractive && process.stdin.isTTY === true;
  let speaker = team.members.find(({ type }) => type === 'human');
  let exitCode: number = EXIT.done;
  let isLeaving = false;
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = () => {
      isLeaving = true;
      resolve();
    };
  });

  async function say(text: string): Promise<void> {
    const fallback = defaultAddressee(team, conversation.snapshot().context.messages);
    const addressee = addresseeOf(text, team) ?? fallback;
    const isTaskOnly = /^\[TEAM_TASK: [^\]]*\]$/.test(text);
    await conversation.send(text, speaker?.id, { to: addressee === undefined || isTaskOnly ? [] : [addressee] });
  }

  const room: ChatRoom = { terminal, team, conversation, session: open.session, styles, say, quit: () => leave() };

  async function take(text: string): Promise<void> {
    if (text.trim() === '') return;
    try {
      if (text.startsWith('/') && !text.startsWith('//')) await runSlashCommand(room, text);
      else await say(text.startsWith('//') ? text.slice(1) : text);
    } catch (error) {
      const described = describeError(error);
      terminal.complain(described.line);
      if (conversation.status().state === 'ended') {
        exitCode = described.exitCode;
        leave();
      }
    }
  }

  const events = conversation.events();
  const interruption = listenForInterruption();
  for (const signal of [terminal.gone, interruption.signal]) signal.addEventListener('abort', () => leave());
  printGreeting();
  const people = isKeyboard ? readKeyboard() : readLines();
  await left;
  people.close();
  view.rest();
  await conversation.close();
  await events.return?.();
  interruption.dispose();
  if (isKeyboard && conversation.snapshot().context.messages.length > 0) {
    terminal.write(`\n${colors.dim(`Come back with: ctx resume ${open.session.sessionId}`)}\n`);
  }
  return interruption.exitCode() ?? exitCode;

  function printGreeting(): void {
    const agents = team.members.filter(({ type }) => type === 'ai');
    const names = agents.map(({ id }) => `${styles.paint(id, styles.name(id))} ${colors.dim(styles.kind(id))}`);
    terminal.write(`${colors.bold(safeLine(team.name))}  ${names.join(colors.dim(' · '))}\n`);
    if (isKeyboard)
      terminal.write(`${colors.dim('@name says it to that member, /help shows more, Ctrl-C twice leaves.')}\n`);
  }

  function readKeyboard(): { close(): void } {
    let lastInterrupt = Number.NEGATIVE_INFINITY;
    const isResting = () => conversation.status().state !== 'running';
    const ask = () => {
      if (isLeaving) return;
      view.rest();
      if (!input.isAsking()) terminal.write('\n');
      const name = speaker === undefined ? 'You' : styles.name(speaker.id);
      input.ask(`${colors.bold(name)} ${colors.dim('❯')} `);
    };
    const input = createChatInput(terminal, {
      complete: (line) => completeLine(line, team, SLASH_COMMANDS),
      onTyping: () => view.rest(),
      onText: async (text) => {
        input.listen();
        await take(text);
        if (isResting()) ask();
      },
      onInterrupt() {
        const now = performance.now();
        if (now - lastInterrupt < TWICE_MS) {
          exitCode = EXIT.interrupted;
          leave();
          return;
        }
        lastInterrupt = now;
        view.rest();
        terminal.write(`\n${colors.dim('  Ctrl-C again leaves.')}\n`);
        if (isResting()) ask();
        else conversation.cancel();
      },
      onClose: () => leave(),
    });
    void show(async () => input.quiet(), ask);
    if (conversation.snapshot().context.messages.length > 0) conversation.proceed();
    else ask();
    return input;
  }

  async function show(quiet: () => Promise<void> | undefined, ask: () => void): Promise<void> {
    for await (const event of events) {
      await quiet();
      view.show(event);
      if (event.type === 'waiting-for-human') {
        speaker = team.members.find(({ id }) => id === event.member) ?? speaker;
        ask();
      }
      if (event.type === 'ended' && event.reason !== 'closed') {
        if (event.error !== undefined) terminal.complain(describeError(event.error).line);
        exitCode = event.reason === 'failed' ? EXIT.failed : EXIT.done;
        leave();
      }
    }
  }

  /** Input that is not a keyboard: one message a line, each answered before the next. */
  function readLines(): { close(): void } {
    const lines = createInterface({ input: process.stdin, terminal: false });
    void show(
      () => undefined,
      () => view.rest(),
    );
    void (async () => {
      for await (const line of lines) {
        await take(line);
        await conversation.idle();
      }
      leave();
    })();
    return { close: () => lines.close() };
  }
}
