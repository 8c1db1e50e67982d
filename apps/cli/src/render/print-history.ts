import type { SessionRecord, TurnEndRecord } from '@ctx/contract';
import type { SessionHistory } from '../sessions/session-history.ts';
import { safeLine, safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT, createBlockWriter } from './block-writer.ts';
import { changeLines, trailLines } from './describe-deeds.ts';
import { describeFailure, describeTurnEnd } from './describe-turn-end.ts';
import { formatCount } from './format-amounts.ts';
import { createMemberStyles } from './member-styles.ts';
import { printMessage } from './print-message.ts';

/** How much of a session is printed. */
export interface PrintHistoryOptions {
  /** Print only this turn, and the message that it answers. */
  readonly turn?: string | undefined;
  /** Print only this many of the newest messages, with their turns. */
  readonly tail?: number | undefined;
}

/** Prints a session, every message in full. */
export function printHistory(history: SessionHistory, terminal: Terminal, options: PrintHistoryOptions = {}): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const styles = createMemberStyles(history.speakers, colors);
  const printing = { terminal, writer, styles, isWhole: true };
  const remark = (text: string, style = colors.dim) => writer.line(text, style, BODY_INDENT);

  function printEnd(end: TurnEndRecord): void {
    for (const line of trailLines(end.trail)) remark(line);
    for (const line of changeLines(end.changes)) remark(line);
    const facts = `turn ${end.turn.replace('turn-', '')} · ${describeTurnEnd(end)}`;
    if (end.status === 'completed') remark(`✓ ${facts}`);
    else {
      const who = styles.paint(end.member, styles.name(end.member));
      writer.gap();
      writer.line(`${who} ${describeFailure(end)}`, end.status === 'cancelled' ? colors.yellow : colors.red);
      remark(facts);
    }
  }

  const { records, left } = recordsToPrint(history, options);
  writer.line(`${colors.bold(history.sessionId)}  ${colors.dim(`team ${safeLine(history.team)}${started(history)}`)}`);
  if (left > 0) writer.line(`${formatCount(left, 'earlier message')} not shown`, colors.dim);
  for (const record of records) {
    switch (record.type) {
      case 'snapshot':
        for (const message of record.snapshot.context.messages) printMessage(message, printing);
        break;
      case 'message':
        // A system message repeats how a turn ended, which is printed with more detail.
        if (record.message.speaker.type !== 'system') printMessage(record.message, printing);
        break;
      case 'task':
        writer.gap();
        writer.line(`team task: ${safeText(record.task ?? 'none')}`, colors.dim);
        break;
      case 'turn-end':
        printEnd(record);
        break;
      case 'undo':
        remark(`${record.turn} was ${record.undone ? 'undone' : 'redone'}: ${record.files.map(safeLine).join(', ')}`);
        break;
      case 'floor':
        if (record.note !== undefined) remark(safeLine(record.note), colors.yellow);
        break;
      default:
        break;
    }
  }
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
  if (tail === undefined || tail >= messages.length) return { records, left: 0 };
  const first = messages.at(-tail)?.id;
  const from = records.findIndex((record) => record.type === 'message' && record.message.id === first);
  return from === -1 ? { records, left: 0 } : { records: records.slice(from), left: messages.length - tail };
}

function started({ startedAt }: SessionHistory): string {
  return startedAt === undefined ? '' : `, ${new Date(startedAt).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}
