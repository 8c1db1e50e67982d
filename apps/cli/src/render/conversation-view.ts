import type { ConversationMessage } from '@ctx/contract';
import type { ConversationEvent, QueueEvent, Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type BlockWriter, BODY_INDENT, createBlockWriter } from './block-writer.ts';
import { remarksOn } from './describe-remarks.ts';
import { createMemberStyles } from './member-styles.ts';
import { printMessage } from './print-message.ts';
import { createTurnStage } from './turn-stage.ts';
import { createTurnView, type TurnView, turnHeader } from './turn-view.ts';

/** Prints a conversation while it happens. */
export interface ConversationView {
  show(event: ConversationEvent): void;
  /** Prints a line of the app itself. */
  remark(text: string): void;
  /** Prints a text that is safe to print and ends with a line end, with one empty line before it. */
  block(text: string): void;
  /** The turns that run now, in the order in which they began. */
  running(): readonly TurnView[];
  /** The turn that is printed live. */
  current(): TurnView | undefined;
}

/** The hints a view prints. */
export interface ConversationViewOptions {
  /** What to do about a turn that was cut off. */
  readonly lostHint?: ((turn: string) => string) | undefined;
  /** The command that shows a whole answer; without it no answer is folded. */
  readonly wholeAnswer?: ((turn: string) => string) | undefined;
  /** Writes to the same terminal, if others print there too. */
  readonly writer?: BlockWriter | undefined;
}

/** Creates the view for people. */
export function createConversationView(
  team: Pick<Team, 'members'>,
  terminal: Terminal,
  { lostHint, wholeAnswer, writer = createBlockWriter(terminal) }: ConversationViewOptions = {},
): ConversationView {
  const { colors } = terminal;
  const styles = createMemberStyles(team.members, colors);
  const turns = new Map<string, TurnView>();
  /** The turn that said a message, by message id. */
  const turnOf = new Map<string, string>();
  /** Whether the last line was a remark: several of them are one block. */
  let isInRemarks = false;
  const stage = createTurnStage({
    header(turn, isContinued) {
      isInRemarks = false;
      writer.gap();
      writer.line(turnHeader(turns.get(turn)?.member ?? '', styles, colors, isContinued));
    },
    print: (lines) => writer.lines(lines),
  });

  function remark(text: string, style = colors.dim): void {
    if (!isInRemarks) writer.gap();
    writer.line(safeLine(text), style, BODY_INDENT);
    isInRemarks = true;
    stage.interrupt();
  }

  function printFromOutside(message: ConversationMessage): void {
    printMessage(message, { terminal, writer, styles });
    isInRemarks = false;
    stage.interrupt();
    const busy = [...turns.values()].map(({ member }) => member);
    if (busy.length === 0 || message.speaker.type !== 'human') return;
    writer.line(describeWait(busy, styles.name), colors.dim, BODY_INDENT);
  }

  // The calls belong to the turn that said the message, even if another turn is running now.
  function noteCalls({ entries }: QueueEvent): void {
    for (const { member, replyTo } of entries) turns.get(turnOf.get(replyTo) ?? '')?.called([member]);
  }

  function turnBehind(event: ConversationEvent): string | undefined {
    if (event.type === 'unresolved') return turnOf.get(event.message);
    return event.type === 'notice' ? event.turn : undefined;
  }

  return {
    show(event) {
      switch (event.type) {
        case 'turn-start': {
          const say = (lines: readonly string[]) => stage.say(event.turn, lines);
          const member = team.members.find(({ id }) => id === event.member);
          const mayWrite = member?.type === 'ai' && member.permissions !== 'read-only';
          const options = { terminal, styles, say, wholeAnswer, mayWrite };
          turns.set(event.turn, createTurnView(event.turn, event.member, options));
          return;
        }
        case 'agent-event':
          turns.get(event.turn)?.agentEvent(event.event);
          return;
        case 'message':
          if (event.turn === undefined) return printFromOutside(event.message);
          turnOf.set(event.message.id, event.turn);
          turns.get(event.turn)?.said(event.message);
          return;
        case 'turn-end':
          turns.get(event.turn)?.end(event);
          stage.end(event.turn);
          turns.delete(event.turn);
          return;
        case 'queue':
          if (event.change === 'added') noteCalls(event);
          break;
      }
      const turn = turns.get(turnBehind(event) ?? '');
      for (const { text, isWarning } of remarksOn(event, { nameOf: styles.name, members: team.members, lostHint })) {
        const [line, style] = isWarning ? [`! ${text}`, colors.yellow] : [text, colors.dim];
        if (turn === undefined) remark(line, style);
        else turn.note(line, style);
      }
    },
    remark: (text) => remark(text),
    block(text) {
      isInRemarks = false;
      writer.gap();
      writer.lines([text.replace(/\n$/, '')]);
      stage.interrupt();
    },
    running: () => [...turns.values()],
    current: () => turns.get(stage.current() ?? '') ?? [...turns.values()][0],
  };
}

// Such as `waits for Sarah; /cancel sarah stops it`.
function describeWait(busy: readonly string[], nameOf: (id: string) => string): string {
  const how = busy.length === 1 ? `/cancel ${busy[0]} stops it` : '/cancel NAME stops one of them';
  return `waits for ${busy.map(nameOf).join(', ')}; ${how}`;
}
