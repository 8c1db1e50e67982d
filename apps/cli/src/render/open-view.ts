import type { ConversationEvent, Team } from '@ctx/team';
import { createLiveScreen } from '../terminal/live-screen.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { agentRows } from './agent-rows.ts';
import { type ConversationViewOptions, createConversationView } from './conversation-view.ts';
import { createJsonView } from './json-view.ts';
import { createMemberStyles } from './member-styles.ts';

/** A view of a conversation without an input line. */
export interface OpenView {
  readonly view: { show(event: ConversationEvent): void };
  /** Hides the rows at the bottom until `resume`, so that something else can use the screen. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Which view to open. */
export interface OpenViewOptions extends ConversationViewOptions {
  readonly json?: boolean | undefined;
  /** Show nothing while the agents work. */
  readonly quiet?: boolean | undefined;
}

/** Opens the right view: JSON, nothing, a screen with the working agents at its bottom, or plain lines. */
export function openView(team: Pick<Team, 'members'>, terminal: Terminal, options: OpenViewOptions): OpenView {
  const idle = () => {};
  if (options.json) return { view: createJsonView(terminal), pause: idle, resume: idle, close: idle };
  if (options.quiet) return { view: { show: idle }, pause: idle, resume: idle, close: idle };
  const screen = createLiveScreen(terminal);
  const wholeAnswer = terminal.isInteractive ? options.wholeAnswer : undefined;
  const view = createConversationView(team, screen.terminal, { lostHint: options.lostHint, wholeAnswer });
  const { colors } = terminal;
  const styles = createMemberStyles(team.members, colors);
  screen.keepShowing((frame) => {
    const [columns, maxRows] = [terminal.columns(), Math.floor(terminal.rows() / 2)];
    const rows = agentRows(view.running(), { columns, maxRows, frame, styles, colors, current: view.current()?.turn });
    return { rows: rows.length === 0 ? [] : ['', ...rows] };
  });
  return { view, pause: screen.pause, resume: screen.resume, close: screen.close };
}
