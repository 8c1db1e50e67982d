import type { Terminal } from '../terminal/terminal.ts';
import { wrapText } from './line-wrapper.ts';

/** Prints lines and blocks. The caller makes sure that they are safe to print. */
export interface BlockWriter {
  /** Prints a line, wrapped if it is too long. */
  line(text: string, style?: (text: string) => string, indent?: string): void;
  /** Prints lines that are already wrapped. */
  lines(lines: readonly string[]): void;
  /** Prints an empty line, unless the last line was one. */
  gap(): void;
}

/** The indent of everything a member says. */
export const BODY_INDENT = '  ';

/** Creates a writer to the terminal. */
export function createBlockWriter(terminal: Pick<Terminal, 'write' | 'columns'>): BlockWriter {
  let lastWasGap = true;
  const write = (text: string) => {
    terminal.write(`${text}\n`);
    lastWasGap = false;
  };
  return {
    line: (text, style, indent = '') => write(wrapText(text, terminal.columns(), indent, style)),
    lines(lines) {
      if (lines.length > 0) write(lines.join('\n'));
    },
    gap() {
      if (!lastWasGap) terminal.write('\n');
      lastWasGap = true;
    },
  };
}
