import type { ConversationEvent } from '@ctx/team';
import { addressText } from '../addressing/address-text.ts';
import type { OpenConversation } from '../conversation/begin-conversation.ts';
import { sendAsPerson } from '../conversation/send-to.ts';
import { type ConversationView, createConversationView } from '../render/conversation-view.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { describeError, EXIT } from '../terminal/describe-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TeamTrust } from '../trust/team-trust.ts';
import { createAddressee } from './addressee.ts';
import { createGate, type Gate } from './gate.ts';
import { type ChatRoom, lostHint, runSlashCommand } from './slash-commands.ts';
import { partsOfTyped } from './typed-text.ts';

/** One person's chat with a team, whatever the person types on. */
export interface ChatSession extends ChatRoom {
  readonly trust: TeamTrust;
  readonly view: ConversationView;
  /**
   * Does what was typed; plain text is for `shown`, by default for the addressee of this moment. Resolves to whether it
   * could be done: what goes wrong is said.
   */
  take(text: string, shown?: readonly string[]): Promise<boolean>;
  /** Shows the conversation until it ends. `quiet` is waited for before each event, `floor` called at each floor. */
  show(
    events: AsyncIterable<ConversationEvent>,
    quiet: () => Promise<void> | undefined,
    floor: () => void,
  ): Promise<void>;
  leave(exitCode?: number): void;
  /** Says what went wrong, and leaves. */
  fail(error: unknown): void;
  isLeaving(): boolean;
  /** Resolves with the exit code once somebody leaves. */
  readonly left: Promise<number>;
}

/** A chat in a conversation that is open. */
export function createChatSession(
  terminal: Terminal,
  open: OpenConversation,
  { isKeyboard }: { readonly isKeyboard: boolean },
): ChatSession {
  const { conversation, team, session } = open;
  // What was typed is on the screen already; what came through a pipe is nowhere.
  const view = createConversationView(team, terminal, { hidesHumans: isKeyboard, lostHint });
  // Whoever was given the floor last.
  let speaker = team.members.find(({ type }) => type === 'human');
  let isLeaving = false;
  let taskShown: Gate | undefined;
  const left = createGate<number>();

  function leave(exitCode: number = EXIT.done): void {
    isLeaving = true;
    left.open(exitCode);
  }

  function fail(error: unknown): void {
    const { line, exitCode } = describeError(error);
    view.rest();
    terminal.complain(line);
    leave(exitCode);
  }

  async function say(typed: string, shown: readonly string[]): Promise<void> {
    const addressed = addressText(typed, { team, self: speaker?.id, shown });
    const busy = conversation.status().running.map(({ member }) => member);
    await sendAsPerson(open, addressed, speaker?.id);
    if (busy.length > 0) view.remark(describeWait(addressed.to, busy, styles.name));
  }

  async function setTask(task: string): Promise<void> {
    // Whoever asks next must not be quicker than the view.
    taskShown ??= createGate();
    const { opened } = taskShown;
    await conversation.setTask(task, { by: speaker?.id });
    await opened;
  }

  const styles = createMemberStyles(team.members, terminal.colors);
  const addressee = createAddressee(open);
  const room: ChatRoom = {
    addressee,
    terminal,
    team,
    conversation,
    session,
    styles,
    speaker: () => speaker,
    setTask,
    quit: () => leave(),
  };

  return {
    ...room,
    trust: open.trust,
    view,
    left: left.opened,
    leave,
    fail,
    isLeaving: () => isLeaving,
    async take(text, shown = addressee.now()) {
      try {
        for (const part of partsOfTyped(text)) {
          if (isLeaving) return true;
          await (part.type === 'command' ? runSlashCommand(room, part.text) : say(part.text, shown));
        }
        return true;
      } catch (error) {
        const { line, exitCode } = describeError(error);
        terminal.complain(line);
        if (conversation.status().state === 'ended') leave(exitCode);
        return false;
      }
    },
    async show(events, quiet, floor) {
      for await (const event of events) {
        await quiet();
        view.show(event);
        if (event.type === 'task') {
          taskShown?.open();
          taskShown = undefined;
        }
        if (event.type === 'waiting-for-human') {
          speaker = team.members.find(({ id }) => id === event.member) ?? speaker;
          floor();
        }
        if (event.type === 'ended' && event.reason !== 'closed') {
          if (event.error !== undefined && !isLeaving) terminal.complain(describeError(event.error).line);
          leave(event.reason === 'failed' ? EXIT.failed : EXIT.done);
        }
      }
    },
  };
}

/** `→ Max · waits for Sarah; /cancel sarah stops it`. */
function describeWait(to: readonly string[], busy: readonly string[], nameOf: (id: string) => string): string {
  const [stop = ''] = busy;
  const names = busy.map(nameOf).join(', ');
  const how = busy.length === 1 ? `/cancel ${stop} stops it` : `/cancel NAME stops one`;
  return `→ ${to.map(nameOf).join(', ')} · waits for ${names}; ${how}`;
}
