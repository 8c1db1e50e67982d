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
  return watchGaps(terminal).writer;
}

/**
 * Creates a writer, and a terminal for other code that prints in between: the writer's gaps take its text into account.
 */
export function watchGaps<Printing extends Pick<Terminal, 'write' | 'columns'>>(
  original: Printing,
): { readonly writer: BlockWriter; readonly terminal: Printing } {
  // The last two characters printed; before the first line, there is no need for a gap.
  let end = '\n\n';
  const write = (text: string) => {
    original.write(text);
    end = (end + text).slice(-2);
  };
  const writer: BlockWriter = {
    line: (text, style, indent = '') => write(`${wrapText(text, original.columns(), indent, style)}\n`),
    lines(lines) {
      if (lines.length > 0) write(`${lines.join('\n')}\n`);
    },
    gap() {
      if (end !== '\n\n') write('\n');
    },
  };
  return { writer, terminal: { ...original, write } };
}
