import { createVisiblePieces } from '@ctx/agent-runner';
import type { MarkerStripper } from '@ctx/core/markers';
import { safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT } from './block-writer.ts';
import { wrapText } from './line-wrapper.ts';
import { createMarkdownStream } from './markdown/markdown-stream.ts';
import type { RenderedLine } from './markdown/render-blocks.ts';

const LINE_END = /^(?:\r\n|[\n\r\u2028\u2029])/;

/** Turns an answer that comes in pieces into lines for the screen. */
export interface AnswerBody {
  /** Adds text, and returns the lines that are complete. */
  push(text: string): string[];
  /** The remaining text as it looks so far. */
  pending(): string[];
  /** Returns the remaining lines. */
  end(): string[];
}

/**
 * Creates a body. On a screen Markdown is rendered; elsewhere every line stays unchanged. With a stripper it has no
 * markers, for a place where what they do is told in lines of their own.
 */
export function createAnswerBody(
  terminal: Pick<Terminal, 'isInteractive' | 'columns' | 'colors'>,
  stripper?: MarkerStripper,
): AnswerBody {
  const body = terminal.isInteractive ? createRenderedBody(terminal) : createPlainBody(terminal);
  const pieces = createVisiblePieces();
  const push = (text: string) => body.push(pieces.add(text));
  if (stripper === undefined) return { ...body, push, end: () => [...body.push(pieces.end()), ...body.end()] };
  let isInLine = false;
  let isEndedEarly = false;
  const show = (text: string) => {
    if (text === '') return [];
    const rest = isEndedEarly ? text.replace(LINE_END, '') : text;
    isEndedEarly = false;
    isInLine = !text.endsWith('\n');
    return push(rest);
  };
  return {
    ...body,
    push(text) {
      const lines = show(stripper.push(text));
      if (!isInLine || !text.endsWith('\n')) return lines;
      // The stripper holds the end of a line back until more text follows. A complete line is printed now.
      isInLine = false;
      isEndedEarly = true;
      return [...lines, ...push('\n')];
    },
    end: () => [...show(stripper.end()), ...body.push(pieces.end()), ...body.end()],
  };
}

/** Returns the lines of a whole answer. */
export function answerLines(text: string, terminal: Pick<Terminal, 'isInteractive' | 'columns' | 'colors'>): string[] {
  const body = createAnswerBody(terminal);
  return [...body.push(text), ...body.end()];
}

/** Returns the lines of a text without rendering Markdown. */
export function plainLines(text: string, terminal: Pick<Terminal, 'columns'>): string[] {
  const body = createPlainBody(terminal);
  return [...body.push(safeText(text)), ...body.end()].flatMap((line) => line.split('\n'));
}

function createRenderedBody({ columns, colors }: Pick<Terminal, 'columns' | 'colors'>): AnswerBody {
  const stream = createMarkdownStream(() => ({ columns: columns() - BODY_INDENT.length, colors }));
  const printed = (lines: RenderedLine[]) =>
    lines.map(({ text, isCode }) => (isCode || text === '' ? text : BODY_INDENT + text));
  return {
    push: (text) => printed(stream.push(text)),
    pending: () => printed(stream.pending()),
    end: () => printed(stream.end()),
  };
}

function createPlainBody({ columns }: Pick<Terminal, 'columns'>): AnswerBody {
  let rest = '';
  const printed = (line: string) => (line.trim() === '' ? '' : wrapText(line, columns(), BODY_INDENT));
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      return lines.map(printed);
    },
    pending: () => [],
    end() {
      const last = rest.trim() === '' ? [] : [printed(rest)];
      rest = '';
      return last;
    },
  };
}
