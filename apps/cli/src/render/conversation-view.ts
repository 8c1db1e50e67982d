import type { ConversationEvent, Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import { createStatusLine } from '../terminal/status-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT, createBlockWriter } from './block-writer.ts';
import { formatDuration } from './format-amounts.ts';
import { createMemberStyles } from './member-styles.ts';
import { createTurnSequence } from './turn-sequence.ts';
import { createTurnView, printMessage, type TurnView, type TurnViewOptions } from './turn-view.ts';

/** Prints a conversation while it happens. */
export interface ConversationView {
  show(event: ConversationEvent): void;
  /** Ends the current line and takes the status line away, so that somebody else can print. */
  rest(): void;
  /** A line of the app's own. */
  remark(text: string): void;
}

/** What a view leaves out, and says besides. */
export interface ConversationViewOptions {
  /** Do not print what humans say: they have just typed it. */
  readonly hidesHumans?: boolean | undefined;
  /** What to do about a turn that was lost. */
  readonly lostHint?: ((turn: string) => string) | undefined;
}

/** A view for people. Turns that run at the same time are printed one after the other, each whole. */
export function createConversationView(
  team: Pick<Team, 'members'>,
  terminal: Terminal,
  { hidesHumans = false, lostHint }: ConversationViewOptions = {},
): ConversationView {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const status = createStatusLine(terminal);
  const styles = createMemberStyles(team.members, colors);
  const printing: TurnViewOptions = { terminal, writer, styles };
  const sequence = createTurnSequence(print);
  let turn: TurnView | undefined;

  function print(event: ConversationEvent): void {
    switch (event.type) {
      case 'turn-start':
        turn = createTurnView(event.member, printing);
        return;
      case 'agent-event':
        turn?.agentEvent(event.event);
        return;
      case 'message':
        if (event.turn !== undefined) turn?.said(event.message);
        else if (!hidesHumans) printMessage(event.message, printing);
        return;
      case 'turn-end':
        turn?.end(event);
        turn = undefined;
        return;
      case 'queue':
        if (event.change === 'added') turn?.called(event.entries.map(({ member }) => member));
        break;
    }
    for (const { text, isWarning } of remarksOn(event, styles.name, lostHint)) {
      writer.line(safeLine(text), isWarning ? colors.yellow : colors.dim, BODY_INDENT);
    }
  }

  function describeWork({ member, startedAt }: TurnView): string {
    const count = sequence.waitingTurns();
    const others = count === 0 ? '' : `, ${count} more at the same time`;
    return `${styles.name(member)} is working${others} · ${formatDuration(performance.now() - startedAt)}`;
  }

  return {
    show(event) {
      status.hide();
      sequence.accept(event);
      const current = turn;
      if (current !== undefined && writer.isAtLineStart()) status.show(() => describeWork(current));
    },
    rest() {
      status.hide();
      writer.yield();
    },
    remark(text) {
      status.hide();
      writer.yield();
      writer.line(safeLine(text), colors.dim, BODY_INDENT);
    },
  };
}

interface Remark {
  readonly text: string;
  readonly isWarning?: boolean | undefined;
}

function remarksOn(
  event: ConversationEvent,
  nameOf: (member: string) => string,
  lostHint?: (turn: string) => string,
): Remark[] {
  switch (event.type) {
    case 'queue': {
      const names = event.entries.map(({ member }) => nameOf(member)).join(', ');
      if (event.change === 'dropped') return [{ text: `dropped from the queue: ${names}` }];
      if (event.change === 'refused') return [{ text: `the queue is full, not called: ${names}`, isWarning: true }];
      return [];
    }
    case 'unresolved':
      return [{ text: describeUnresolved(event), isWarning: true }];
    case 'task':
      return [{ text: `team task: ${event.task ?? 'none'}` }];
    case 'turn-lost': {
      const text = `${nameOf(event.member)}’s ${event.turn.replace('-', ' ')} was cut off; nobody knows what it did by then`;
      return [{ text, isWarning: true }, ...(lostHint === undefined ? [] : [{ text: lostHint(event.turn) }])];
    }
    case 'notice':
      return [{ text: event.text, isWarning: true }];
    case 'waiting-for-human':
      return event.note === undefined ? [] : [{ text: event.note, isWarning: true }];
    case 'ended':
      if (event.reason !== 'max-turns') return [];
      return [{ text: 'the agents have had their turns; calls are still waiting', isWarning: true }];
    default:
      return [];
  }
}

function describeUnresolved(event: Extract<ConversationEvent, { type: 'unresolved' }>): string {
  const names = event.names.join(', ');
  if (event.reason === 'self') return `${names} called itself; ignored`;
  if (event.reason === 'message-gone') return `the message ${names} was to answer is no longer kept`;
  return `nobody here is called ${names}; not passed on`;
}
