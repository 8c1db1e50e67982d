import type { Terminal } from '../terminal/terminal.ts';
import { wrapText } from './line-wrapper.ts';

/** Prints lines and blocks one under the other, each safe to print already. */
export interface BlockWriter {
  /** A line of its own, broken if need be. */
  line(text: string, style?: (text: string) => string, indent?: string): void;
  /** Lines that are broken already. */
  lines(lines: readonly string[]): void;
  /** An empty line. Two in a row are one. */
  gap(): void;
}

/** What stands before everything a member says. */
export const BODY_INDENT = '  ';

/** A writer to the terminal. */
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
