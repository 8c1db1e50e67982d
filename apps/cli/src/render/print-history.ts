import type { TurnEndRecord } from '@ctx/contract';
import type { SessionHistory } from '../sessions/session-history.ts';
import { safeLine, safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT, createBlockWriter } from './block-writer.ts';
import { changeLines, trailLines } from './describe-deeds.ts';
import { describeFailure, describeTurnEnd } from './describe-turn-end.ts';
import { createMemberStyles } from './member-styles.ts';
import { printMessage } from './turn-view.ts';

/** Prints a whole session as it was said. */
export function printHistory(history: SessionHistory, terminal: Terminal): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const styles = createMemberStyles(history.speakers, colors);
  const printing = { terminal, writer, styles };
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

  writer.line(`${colors.bold(history.sessionId)}  ${colors.dim(`team ${safeLine(history.team)}${started(history)}`)}`);
  for (const record of history.records) {
    switch (record.type) {
      case 'snapshot':
        for (const message of record.snapshot.context.messages) printMessage(message, printing);
        break;
      case 'message':
        // How the turn ended says the same, and more.
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
        remark(
          `${record.turn} was ${record.undone ? 'taken back' : 'brought back'}: ${record.files.map(safeLine).join(', ')}`,
        );
        break;
      case 'floor':
        if (record.note !== undefined) remark(safeLine(record.note), colors.yellow);
        break;
      default:
        break;
    }
  }
  writer.endText();
}

function started({ startedAt }: SessionHistory): string {
  return startedAt === undefined ? '' : `, ${new Date(startedAt).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}
