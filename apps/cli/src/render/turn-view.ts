import { describeToolCall, describeToolResult } from '@ctx/agent-runner';
import type { AgentEvent, ConversationMessage } from '@ctx/contract';
import type { TurnEndEvent } from '@ctx/team';
import { safeLine, safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { BlockWriter } from './block-writer.ts';
import { BODY_INDENT } from './block-writer.ts';
import { describeReceipt } from './describe-receipt.ts';
import { describeFailure, describeTurnEnd } from './describe-turn-end.ts';
import { foldToLine } from './fold-line.ts';
import type { MemberStyles } from './member-styles.ts';

/** Prints one turn while it happens. */
export interface TurnView {
  /** Id of the member who speaks. */
  readonly member: string;
  /** When printing began, by `performance.now()`. */
  readonly startedAt: number;
  agentEvent(event: AgentEvent): void;
  /** The answer as it was kept; printed only if it was not streamed. */
  said(message: ConversationMessage): void;
  /** The answer called these members. */
  called(members: readonly string[]): void;
  end(event: TurnEndEvent): void;
}

/** What a turn is printed with. */
export interface TurnViewOptions {
  readonly terminal: Terminal;
  readonly writer: BlockWriter;
  readonly styles: MemberStyles;
}

/** Begins to print a turn. */
export function createTurnView(member: string, printing: TurnViewOptions): TurnView {
  const { terminal, writer, styles } = printing;
  const { colors } = terminal;
  const tools = new Map<string, string>();
  const calls: string[] = [];
  let hasSpoken = false;
  let endsInCarriageReturn = false;

  writer.gap();
  const name = colors.bold(styles.paint(member, styles.name(member)));
  writer.line(`${styles.paint(member, '●')} ${name}  ${colors.dim(styles.kind(member))}`);

  function folded(sign: string, text: string, style: (text: string) => string = colors.dim): void {
    writer.endText();
    const room = Math.min(terminal.columns(), 120) - BODY_INDENT.length - 3;
    writer.line(style(`${sign} ${foldToLine(text, room)}`), undefined, BODY_INDENT);
  }

  function speak(text: string): void {
    // A line ending may come in two pieces; its first half alone would be printed as a sign.
    const whole = endsInCarriageReturn ? `\r${text}` : text;
    endsInCarriageReturn = whole.endsWith('\r');
    writer.text(safeText(endsInCarriageReturn ? whole.slice(0, -1) : whole));
    hasSpoken ||= text.trim() !== '';
  }

  return {
    member,
    startedAt: performance.now(),
    agentEvent(event) {
      switch (event.type) {
        case 'text-delta':
          return speak(event.text);
        case 'text':
          writer.endText();
          speak(event.text);
          return writer.endText();
        case 'reasoning':
          if (event.text.trim() !== '') folded('✻', event.text.trim());
          return;
        case 'tool-call':
          tools.set(event.id, describeToolCall(event.name, event.input));
          return;
        case 'tool-result': {
          const call = tools.get(event.id) ?? event.name ?? 'tool';
          tools.delete(event.id);
          const outcome = describeToolResult(event.output, event.isError);
          return folded(event.isError ? '✗' : '⚒', outcome === '' ? call : `${call} → ${outcome}`);
        }
        case 'notice':
          return folded('!', event.message, colors.yellow);
        default:
          return;
      }
    },
    said(message) {
      if (hasSpoken || message.speaker.type === 'system') return;
      speak(message.content);
      writer.endText();
    },
    called(members) {
      calls.push(...members);
    },
    end(event) {
      for (const call of tools.values()) folded('⚒', call);
      writer.endText();
      printEnd(event, printing);
      if (calls.length === 0) return;
      const names = calls.map((id) => styles.paint(id, styles.name(id))).join(', ');
      writer.line(`${colors.dim('→ hands over to')} ${names}`, undefined, BODY_INDENT);
    },
  };
}

function printEnd(event: TurnEndEvent, { terminal: { colors }, writer }: TurnViewOptions): void {
  const { receipt } = event;
  // What an agent did not get to see is worth more than a dim word.
  const isShort = (receipt?.context?.dropped ?? 0) > 0 || (receipt?.message?.cutBytes ?? 0) > 0;
  const facts = describeTurnEnd(isShort ? { ...event, receipt: undefined } : event);
  if (event.status === 'completed') writer.line(`✓ ${facts}`, colors.dim, BODY_INDENT);
  else {
    const paint = event.status === 'cancelled' ? colors.yellow : colors.red;
    writer.line(`✗ ${describeFailure(event)}`, paint, BODY_INDENT);
    writer.line(facts, colors.dim, `${BODY_INDENT}  `);
  }
  if (isShort && receipt !== undefined) writer.line(`! ${describeReceipt(receipt)}`, colors.yellow, BODY_INDENT);
}

/** Prints what a human, or the system, said. */
export function printMessage(message: ConversationMessage, { terminal, writer, styles }: TurnViewOptions): void {
  const { colors } = terminal;
  const { speaker, routing, metadata } = message;
  const addressees = (routing?.resolvedAddressees ?? []).map(safeLine).join(', ');
  const name = colors.bold(styles.paint(speaker.roleId, safeLine(speaker.roleName)));
  const to = addressees === '' ? '' : colors.dim(` → ${addressees}`);
  const partial = metadata?.['partial'] === true ? colors.yellow(' (incomplete)') : '';
  writer.gap();
  writer.line(`${styles.paint(speaker.roleId, '●')} ${name}${to}${partial}`);
  writer.text(safeText(message.content));
  writer.endText();
}
