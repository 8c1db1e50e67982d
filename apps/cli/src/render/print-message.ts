import type { ConversationMessage } from '@ctx/contract';
import type { Terminal } from '../terminal/terminal.ts';
import { answerLines, plainLines } from './answer-body.ts';
import type { BlockWriter } from './block-writer.ts';
import { BODY_INDENT } from './block-writer.ts';
import { createAnswerFold } from './fold-answer.ts';
import type { MemberStyles } from './member-styles.ts';
import { messageHeader } from './turn-view.ts';

/** What a message is printed with. */
export interface PrintMessageOptions {
  readonly terminal: Terminal;
  readonly writer: BlockWriter;
  readonly styles: MemberStyles;
  /** Print all of it, however long. */
  readonly isWhole?: boolean | undefined;
}

/** Of what a person pasted, everybody has seen enough by then. */
const MOST_LINES = 12;
const LAST_LINES = 3;

/** Prints what somebody said. A person's words are as they were typed; of a long text the middle is folded on a screen. */
export function printMessage(message: ConversationMessage, options: PrintMessageOptions): void {
  const { terminal, writer, styles, isWhole = false } = options;
  const { colors } = terminal;
  writer.gap();
  writer.line(messageHeader(message, styles, colors));
  const isHuman = message.speaker.type === 'human';
  const lines = isHuman ? plainLines(message.content, terminal) : answerLines(message.content, terminal);
  const hint = (folded: string) => colors.dim(`${BODY_INDENT}… ${folded} folded`);
  const fold = isHuman ? createAnswerFold(hint, MOST_LINES, LAST_LINES) : createAnswerFold(hint);
  writer.lines(isWhole || !terminal.isInteractive ? lines : [...fold.push(lines), ...fold.end()]);
}
