import { describeToolCall, describeToolResult } from '@ctx/agent-runner';
import type { AgentEvent, ConversationMessage } from '@ctx/contract';
import { createMarkerStripper } from '@ctx/core/markers';
import type { TurnEndEvent } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createAnswerBody } from './answer-body.ts';
import { BODY_INDENT } from './block-writer.ts';
import { createAnswerFold } from './fold-answer.ts';
import { foldToLine } from './fold-line.ts';
import { wrapText } from './line-wrapper.ts';
import type { MemberStyles } from './member-styles.ts';
import { turnEndLines } from './turn-end-lines.ts';

/** A running turn on the screen. */
export interface TurnView {
  readonly turn: string;
  /** Id of the member who speaks. */
  readonly member: string;
  /** When it began, by `performance.now()`. */
  readonly startedAt: number;
  /** What the agent is doing, in a word or two; not yet safe to print. */
  doing(): string;
  /** Tokens used so far; undefined until the agent reports them. */
  tokens(): number | undefined;
  /** The lines of the answer that are not printed yet. */
  pending(): readonly string[];
  agentEvent(event: AgentEvent): void;
  /** Takes the final answer; it is printed only if it was not streamed. */
  said(message: ConversationMessage): void;
  /** Prints a line of the app itself about the answer, after its text. */
  note(text: string, style: (text: string) => string): void;
  /** Notes that the answer calls these members. */
  called(members: readonly string[]): void;
  end(event: TurnEndEvent): void;
}

/** How to print a turn. */
export interface TurnViewOptions {
  readonly terminal: Pick<Terminal, 'isInteractive' | 'columns' | 'colors'>;
  readonly styles: MemberStyles;
  readonly say: (lines: readonly string[]) => void;
  /** The command that shows a whole answer; without it nothing is folded. */
  readonly wholeAnswer?: ((turn: string) => string) | undefined;
  /** Whether its member may change files. */
  readonly mayWrite?: boolean | undefined;
}

/** Starts printing a turn. */
export function createTurnView(turn: string, member: string, options: TurnViewOptions): TurnView {
  const { terminal, styles, say, wholeAnswer, mayWrite } = options;
  const { colors } = terminal;
  const tools = new Map<string, string>();
  const calls: string[] = [];
  const hint = (folded: string) => colors.dim(`${BODY_INDENT}… ${folded} folded: ${wholeAnswer?.(turn) ?? ''}`);
  const fold = createAnswerFold(hint, wholeAnswer === undefined ? Number.POSITIVE_INFINITY : undefined);
  let body = createAnswerBody(terminal, createMarkerStripper());
  let hasSpoken = false;
  let doing = 'thinking';
  let tokens: number | undefined;

  function sayOnOneLine(sign: string, text: string, style: (text: string) => string = colors.dim): void {
    endText();
    const room = Math.min(terminal.columns(), 120) - BODY_INDENT.length - 3;
    const line = `${sign} ${foldToLine(text, room)}`;
    say([BODY_INDENT + style(line)]);
  }

  function speak(text: string): void {
    const lines = fold.push(body.push(text));
    if (lines.length > 0) say(lines);
    hasSpoken ||= text.trim() !== '';
    doing = 'writing';
  }

  function endText(): void {
    const lines = [...fold.push(body.end()), ...fold.end()];
    body = createAnswerBody(terminal, createMarkerStripper());
    if (lines.length > 0) say(lines);
  }

  return {
    turn,
    member,
    startedAt: performance.now(),
    doing: () => [...tools.values()].at(-1) ?? doing,
    tokens: () => tokens,
    pending: () => [...fold.held(), ...body.pending()],
    agentEvent(event) {
      switch (event.type) {
        case 'text-delta':
          return speak(event.text);
        case 'text':
          endText();
          speak(event.text);
          return endText();
        case 'reasoning':
          doing = 'thinking';
          if (event.text.trim() !== '') sayOnOneLine('✻', event.text.trim());
          return;
        case 'tool-call':
          tools.set(event.id, describeToolCall(event.name, event.input));
          return;
        case 'tool-result': {
          const call = tools.get(event.id) ?? event.name ?? 'tool';
          tools.delete(event.id);
          doing = 'thinking';
          const outcome = describeToolResult(event.output, event.isError);
          return sayOnOneLine(event.isError ? '✗' : '⚒', outcome === '' ? call : `${call} → ${outcome}`);
        }
        case 'notice':
          // The conversation has its own notice for an empty answer.
          if (event.kind !== 'empty-answer') sayOnOneLine('!', event.message, colors.yellow);
          return;
        case 'usage':
          tokens = (event.usage.inputTokens ?? 0) + (event.usage.outputTokens ?? 0);
          return;
        default:
          return;
      }
    },
    said(message) {
      if (!hasSpoken && message.speaker.type !== 'system') speak(message.content);
    },
    note(text, style) {
      endText();
      say(wrapText(safeLine(text), terminal.columns(), BODY_INDENT, style).split('\n'));
    },
    called(members) {
      calls.push(...members);
    },
    end(event) {
      endText();
      for (const call of tools.values()) sayOnOneLine('⚒', call);
      tools.clear();
      say(turnEndLines(event, { terminal, mayWrite }));
      if (calls.length === 0) return;
      const names = calls.map((id) => styles.paint(id, styles.name(id))).join(', ');
      say([`${BODY_INDENT}${colors.dim('→ hands over to')} ${names}`]);
    },
  };
}

/** The header of a turn: `● Sarah  Claude Code`. */
export function turnHeader(
  member: string,
  styles: MemberStyles,
  colors: Terminal['colors'],
  isContinued = false,
): string {
  const name = colors.bold(styles.paint(member, styles.name(member)));
  return `${styles.paint(member, '●')} ${name}  ${colors.dim(isContinued ? 'continues' : styles.kind(member))}`;
}

/** The header of a message: `● Alice → Max`. */
export function messageHeader(
  { speaker, routing, metadata }: ConversationMessage,
  styles: MemberStyles,
  colors: Terminal['colors'],
): string {
  const addressees = (routing?.resolvedAddressees ?? []).map(safeLine).join(', ');
  const name = colors.bold(styles.paint(speaker.roleId, safeLine(speaker.roleName)));
  const to = addressees === '' ? '' : colors.dim(` → ${addressees}`);
  const partial = metadata?.['partial'] === true ? colors.yellow(' (incomplete)') : '';
  return `${styles.paint(speaker.roleId, '●')} ${name}${to}${partial}`;
}
