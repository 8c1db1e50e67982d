import type { ConversationMessage } from '@ctx/contract';
import type { Terminal } from '../terminal/terminal.ts';
import { answerLines, plainLines } from './answer-body.ts';
import { type BlockWriter, BODY_INDENT } from './block-writer.ts';
import { createAnswerFold } from './fold-answer.ts';
import type { MemberStyles } from './member-styles.ts';
import { messageHeader } from './turn-view.ts';

/** How to print a message. */
export interface PrintMessageOptions {
  readonly terminal: Terminal;
  readonly writer: BlockWriter;
  readonly styles: MemberStyles;
  /** Print the whole message, however long it is. */
  readonly isWhole?: boolean | undefined;
  /** Lines between the header and the text; they must fit the screen. */
  readonly before?: readonly string[] | undefined;
}

/** A person's message is folded sooner than an answer, because that person wrote it. */
const FIRST_LINES = 12;
const LAST_LINES = 3;

/** Prints a message. A person's text is printed as typed. On a screen, the middle of a long text is folded. */
export function printMessage(message: ConversationMessage, options: PrintMessageOptions): void {
  const { terminal, writer, styles, isWhole = false, before = [] } = options;
  const { colors } = terminal;
  writer.gap();
  writer.line(messageHeader(message, styles, colors));
  writer.lines(before);
  const isHuman = message.speaker.type === 'human';
  const lines = isHuman ? plainLines(message.content, terminal) : answerLines(message.content, terminal);
  const hint = (folded: string) => colors.dim(`${BODY_INDENT}… ${folded} folded`);
  const fold = isHuman ? createAnswerFold(hint, FIRST_LINES, LAST_LINES) : createAnswerFold(hint);
  writer.lines(isWhole || !terminal.isInteractive ? lines : [...fold.push(lines), ...fold.end()]);
}
