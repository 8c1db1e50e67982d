import type { ConversationEvent, Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import { createStatusLine } from '../terminal/status-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT, createBlockWriter } from './block-writer.ts';
import { formatDuration } from './format-amounts.ts';
import { createMemberStyles } from './member-styles.ts';
import { oneTurnAtATime } from './one-turn-at-a-time.ts';
import { createTurnView, printMessage, type TurnView, type TurnViewOptions } from './turn-view.ts';

/** Prints a conversation while it happens. */
export interface ConversationView {
  show(event: ConversationEvent): void;
  /** Ends the current line and takes the status line away, so that somebody else can print. */
  rest(): void;
}

/** What a view leaves out. */
export interface ConversationViewOptions {
  /** Do not print what humans say: they have just typed it. */
  readonly hidesHumans?: boolean | undefined;
}

interface LiveTurn {
  readonly member: string;
  readonly startedAt: number;
  readonly view: TurnView;
  calls: string[];
}

/**
 * A view for people. Turns that run at the same time are printed one after the other, each whole: the first one live,
 * the others when it is over.
 */
export function createConversationView(
  team: Pick<Team, 'members'>,
  terminal: Terminal,
  { hidesHumans = false }: ConversationViewOptions = {},
): ConversationView {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const status = createStatusLine(terminal);
  const styles = createMemberStyles(team.members, colors);
  const printing: TurnViewOptions = { terminal, writer, styles };
  const turns = oneTurnAtATime(print);
  let live: LiveTurn | undefined;

  function remark(text: string, style = colors.dim): void {
    writer.line(safeLine(text), style, BODY_INDENT);
  }

  function print(event: ConversationEvent): void {
    switch (event.type) {
      case 'turn-start':
        live = {
          member: event.member,
          startedAt: performance.now(),
          view: createTurnView(event.member, printing),
          calls: [],
        };
        return;
      case 'agent-event':
        live?.view.agentEvent(event.event);
        return;
      case 'message':
        if (event.turn !== undefined) live?.view.said(event.message);
        else if (!hidesHumans) printMessage(event.message, printing);
        return;
      case 'queue':
        if (event.change === 'added') live?.calls.push(...event.entries.map(({ member }) => member));
        if (event.change === 'dropped') remark(`dropped from the queue: ${names(event.entries)}`);
        if (event.change === 'refused') remark(`the queue is full, not called: ${names(event.entries)}`, colors.yellow);
        return;
      case 'unresolved':
        remark(describeUnresolved(event), colors.yellow);
        return;
      case 'task':
        remark(`team task: ${event.task}`);
        return;
      case 'notice':
        remark(event.text, colors.yellow);
        return;
      case 'turn-end':
        live?.view.end(event, live.calls);
        live = undefined;
        return;
      case 'waiting-for-human':
        if (event.note !== undefined) remark(event.note, colors.yellow);
        return;
      case 'ended':
        if (event.reason === 'max-turns')
          remark('the agents have had their turns; calls are still waiting', colors.yellow);
        return;
    }
  }

  function names(entries: readonly { readonly member: string }[]): string {
    return entries.map(({ member }) => styles.name(member)).join(', ');
  }

  return {
    show(event) {
      status.hide();
      turns.accept(event);
      if (live !== undefined && writer.isAtLineStart()) {
        const { member, startedAt } = live;
        status.show(() => {
          const others = turns.held() === 0 ? '' : `, ${turns.held()} more at the same time`;
          return `${styles.name(member)} is working${others} · ${formatDuration(performance.now() - startedAt)}`;
        });
      }
    },
    rest() {
      status.hide();
      writer.yield();
    },
  };
}

function describeUnresolved(event: Extract<ConversationEvent, { type: 'unresolved' }>): string {
  const names = event.names.join(', ');
  if (event.reason === 'self') return `${names} called itself; ignored`;
  if (event.reason === 'message-gone') return `the message ${names} was to answer is no longer kept`;
  return `nobody here is called ${names}; not passed on`;
}
