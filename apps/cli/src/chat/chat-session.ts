import type { ConversationEvent } from '@ctx/team';
import { addressText } from '../addressing/address-text.ts';
import type { OpenConversation } from '../conversation/begin-conversation.ts';
import { type AskToCut, sendOrCut } from '../conversation/send-to.ts';
import { type BlockWriter, watchGaps } from '../render/block-writer.ts';
import { type ConversationView, createConversationView } from '../render/conversation-view.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { turnNumber } from '../render/turn-name.ts';
import { describeError } from '../terminal/describe-error.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TeamTrust } from '../trust/team-trust.ts';
import { createAddressee } from './addressee.ts';
import type { ChatRoom } from './chat-room.ts';
import { createGate, type Gate } from './gate.ts';
import { lostHint } from './queue-commands.ts';
import { runSlashCommand } from './slash-commands.ts';
import { partsOfTyped } from './typed-text.ts';

/** Runs `use` while the chat leaves the screen and the keyboard alone. */
export type LendScreen = (use: () => Promise<void>) => Promise<void>;

/** One person's chat with a team, at a keyboard or through a pipe. */
export interface ChatSession extends ChatRoom {
  readonly trust: TeamTrust;
  readonly view: ConversationView;
  /** Prints blocks, with one empty line before each. */
  readonly writer: BlockWriter;
  /**
   * Runs the commands and sends the message in a typed text. A message that names nobody goes to `shown`, by default to
   * the current addressee. Resolves with the reason in one line if it is refused.
   */
  take(text: string, shown?: readonly string[]): Promise<string | undefined>;
  /** Shows the conversation until it ends. */
  show(events: AsyncIterable<ConversationEvent>): Promise<void>;
  /** Sets how the person is asked whether a message that does not fit is cut; by default it is refused. */
  askToCut(how: AskToCut): void;
  /** Sets how a pager gets the screen; by default it just runs. */
  lendScreen(how: LendScreen): void;
  leave(exitCode?: number): void;
  /** Prints the error, and leaves. */
  fail(error: unknown): void;
  isLeaving(): boolean;
  /** Resolves with the exit code when the person leaves. */
  readonly left: Promise<number>;
}

/** Creates a chat in an open conversation. */
export function createChatSession(screen: Terminal, open: OpenConversation): ChatSession {
  const { conversation, team, session } = open;
  const { writer, terminal } = watchGaps(screen);
  const wholeAnswer = (turn: string) => `/show ${turnNumber(turn)}`;
  const view = createConversationView(team, terminal, {
    writer,
    lostHint,
    wholeAnswer: terminal.isInteractive ? wholeAnswer : undefined,
  });
  // The human whose turn it was last.
  let speaker = team.members.find(({ type }) => type === 'human');
  let isLeaving = false;
  let taskShown: Gate | undefined;
  let lend: LendScreen = (use) => use();
  let askToCut: AskToCut | undefined;
  const left = createGate<number>();

  function leave(exitCode: number = EXIT.done): void {
    isLeaving = true;
    left.open(exitCode);
  }

  function fail(error: unknown): void {
    const { text, exitCode } = describeError(error);
    terminal.complain(text);
    leave(exitCode);
  }

  async function setTask(task: string): Promise<void> {
    // The task must be on the screen before the next command runs.
    taskShown ??= createGate();
    const { opened } = taskShown;
    await conversation.setTask(task, { by: speaker?.id });
    await opened;
  }

  const addressee = createAddressee(open);
  const room: ChatRoom = {
    addressee,
    terminal,
    team,
    conversation,
    session,
    styles: createMemberStyles(team.members, terminal.colors),
    speaker: () => speaker,
    printBlock: view.block,
    setTask,
    borrowScreen: (use) => lend(use),
    quit: () => leave(),
  };

  return {
    ...room,
    trust: open.trust,
    view,
    writer,
    left: left.opened,
    leave,
    fail,
    isLeaving: () => isLeaving,
    askToCut(how) {
      askToCut = how;
    },
    lendScreen(how) {
      lend = how;
    },
    async take(text, shown = addressee.now()) {
      try {
        for (const part of partsOfTyped(text)) {
          if (isLeaving) return undefined;
          if (part.type === 'command') await runSlashCommand(room, part.text);
          else await sendOrCut(open, addressText(part.text, { team, self: speaker?.id, shown }), speaker?.id, askToCut);
        }
        return undefined;
      } catch (error) {
        const refusal = describeError(error);
        if (conversation.status().state === 'ended') leave(refusal.exitCode);
        return refusal.text;
      }
    },
    async show(events) {
      for await (const event of events) {
        view.show(event);
        if (event.type === 'task') {
          taskShown?.open();
          taskShown = undefined;
        }
        if (event.type === 'waiting-for-human') {
          speaker = team.members.find(({ id }) => id === event.member) ?? speaker;
        }
        if (event.type === 'ended' && event.reason !== 'closed') {
          if (event.error !== undefined && !isLeaving) terminal.complain(describeError(event.error).text);
          leave(event.reason === 'failed' ? EXIT.failed : EXIT.done);
        }
      }
    },
  };
}
