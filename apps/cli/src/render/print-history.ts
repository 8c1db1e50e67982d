import type { ConversationMessage, SessionRecord, TurnEndRecord, TurnStartRecord } from '@ctx/contract';
import { describeUnfinished, type SessionHistory } from '../sessions/session-history.ts';
import { safeLine, safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT, createBlockWriter } from './block-writer.ts';
import { trailLines } from './describe-deeds.ts';
import { describeModel } from './describe-remarks.ts';
import { formatCount } from './format-amounts.ts';
import { wrapText } from './line-wrapper.ts';
import { createMemberStyles } from './member-styles.ts';
import { printMessage } from './print-message.ts';
import { turnEndLines } from './turn-end-lines.ts';
import { turnName } from './turn-name.ts';
import { turnHeader } from './turn-view.ts';

/** How much of a session is printed. */
export interface PrintHistoryOptions {
  /** Print only this turn, and the message that it answers. */
  readonly turn?: string | undefined;
  /** Print only this many of the newest messages, with their turns. */
  readonly tail?: number | undefined;
  /** Print also what the tools returned, and what was said between them. */
  readonly tools?: boolean | undefined;
}

/** Prints a session, every message in full. */
export function printHistory(history: SessionHistory, terminal: Terminal, options: PrintHistoryOptions = {}): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const styles = createMemberStyles(history.speakers, colors);
  const printing = { terminal, writer, styles, isWhole: true };
  const remark = (text: string, style = colors.dim) => writer.line(text, style, BODY_INDENT);
  const { records, left } = recordsToPrint(history, options);
  const answers = answersOf(records);

  function printTurnEnd(end: TurnEndRecord): void {
    if (end.messageId === undefined) {
      writer.gap();
      writer.line(turnHeader(end.member, styles, colors).trimEnd());
      for (const line of trailLines(end.trail, options.tools)) remark(line);
    }
    const mayWrite = history.turns.get(end.turn)?.permissions !== 'read-only';
    writer.lines(turnEndLines(end, { terminal, isNumbered: true, mayWrite }));
  }

  function printUnfinished(start: TurnStartRecord): void {
    const past = history.turns.get(start.turn);
    if (past?.start !== start || past.end !== undefined) return;
    writer.gap();
    writer.line(turnHeader(start.call.member, styles, colors).trimEnd());
    remark(`! ${turnName(start.turn)} · ${describeUnfinished(history)}`, colors.yellow);
  }

  function trailBefore({ id }: ConversationMessage): string[] {
    const lines = trailLines(answers.get(id)?.trail, options.tools);
    return lines.flatMap((line) => wrapText(line, terminal.columns(), BODY_INDENT, colors.dim).split('\n'));
  }

  const facts = `team ${safeLine(history.team)}${started(history)}`;
  writer.line(`${colors.bold(safeLine(history.sessionId))}  ${colors.dim(facts)}`);
  if (left > 0) writer.line(`${formatCount(left, 'earlier message')} not shown`, colors.dim);
  for (const record of records) {
    switch (record.type) {
      case 'snapshot':
        for (const message of record.snapshot.context.messages) printMessage(message, printing);
        break;
      case 'message':
        if (isPrinted(record.message)) {
          printMessage(record.message, { ...printing, before: trailBefore(record.message) });
        }
        break;
      case 'model':
        writer.gap();
        remark(safeLine(describeModel(styles.name(record.member), record.model)));
        break;
      case 'task':
        writer.gap();
        writer.line(`team task: ${safeText(record.task ?? 'none')}`, colors.dim);
        break;
      case 'turn-start':
        printUnfinished(record);
        break;
      case 'turn-end':
        printTurnEnd(record);
        break;
      case 'undo':
        writer.gap();
        remark(
          `${turnName(record.turn)} was ${record.undone ? 'undone' : 'redone'}: ${record.files.map(safeLine).join(', ')}`,
        );
        break;
      case 'floor':
        if (record.note !== undefined) remark(`! ${safeLine(record.note)}`, colors.yellow);
        break;
      default:
        break;
    }
  }
}

// A system message repeats what another record says with more detail: how a turn ended, or what was undone.
function isPrinted({ speaker }: ConversationMessage): boolean {
  return speaker.type !== 'system';
}

// The end of the turn that said a message, by message id. A turn that runs again ends more than once.
function answersOf(records: readonly SessionRecord[]): ReadonlyMap<string, TurnEndRecord> {
  const ends = records.filter((record) => record.type === 'turn-end');
  return new Map(ends.flatMap((end) => (end.messageId === undefined ? [] : [[end.messageId, end] as const])));
}

function recordsToPrint(
  { records, messages, turns }: SessionHistory,
  { turn, tail }: PrintHistoryOptions,
): { readonly records: readonly SessionRecord[]; readonly left: number } {
  if (turn !== undefined) {
    const answered = turns.get(turn)?.start.call.replyTo;
    const isAnswered = (record: SessionRecord) => record.type === 'message' && record.message.id === answered;
    const isOfTurn = (record: SessionRecord) => 'turn' in record && record.turn === turn;
    return { records: records.filter((record) => isOfTurn(record) || isAnswered(record)), left: 0 };
  }
  const printed = messages.filter(isPrinted);
  if (tail === undefined || tail >= printed.length) return { records, left: 0 };
  const first = printed.at(-tail)?.id;
  const from = records.findIndex((record) => record.type === 'message' && record.message.id === first);
  return from === -1 ? { records, left: 0 } : { records: records.slice(from), left: printed.length - tail };
}

function started({ startedAt }: SessionHistory): string {
  return startedAt === undefined ? '' : `, ${new Date(startedAt).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}
