import type { Terminal } from '../terminal/terminal.ts';
import { createLineWrapper, type LineWrapper, wrapText } from './line-wrapper.ts';

/** Prints blocks of text one under the other, each safe to print already, as wide as the screen allows. */
export interface BlockWriter {
  /** A line of its own, broken if need be; ends the block before it. */
  line(text: string, style?: (text: string) => string, indent?: string): void;
  /** An empty line; ends the block before it. Two in a row are one. */
  gap(): void;
  /** More of the current block of running text. */
  text(part: string): void;
  /** Ends the block of running text, if there is one. */
  endText(): void;
  /** Leaves the screen to somebody else; running text goes on at the start of a line. */
  yield(): void;
  /** Whether the next thing printed would begin a line. */
  isAtLineStart(): boolean;
}

/** What stands before everything a member says. */
export const BODY_INDENT = '  ';

/** A writer to the terminal. */
export function createBlockWriter(terminal: Terminal): BlockWriter {
  let running: LineWrapper | undefined;
  let lastWasGap = true;
  let goesOn = false;

  function endText(): void {
    running?.endLine();
    running = undefined;
  }

  return {
    line(text, style, indent = '') {
      endText();
      terminal.write(`${wrapText(text, terminal.columns(), indent, style)}\n`);
      lastWasGap = false;
    },
    gap() {
      endText();
      if (!lastWasGap) terminal.write('\n');
      lastWasGap = true;
    },
    text(part) {
      const { columns } = terminal;
      running ??= createLineWrapper({ write: (text) => terminal.write(text), columns, indent: BODY_INDENT });
      running.write(goesOn ? part.replace(/^[ \t]+/, '') : part);
      goesOn = false;
      lastWasGap = false;
    },
    endText,
    yield() {
      goesOn = running?.isInLine() === true;
      endText();
      lastWasGap = false;
    },
    isAtLineStart: () => running?.isInLine() !== true,
  };
}
