import picocolors from 'picocolors';
import type { Terminal } from '../terminal/terminal.ts';

/** A terminal that keeps what is printed. */
export interface PaperTerminal extends Terminal {
  printed(): string;
  lines(): string[];
  complaints(): string[];
}

/** Paper of that many columns; not interactive, no colours, unless asked for. */
export function createPaperTerminal(columns = Number.POSITIVE_INFINITY, { isInteractive = false } = {}): PaperTerminal {
  let printed = '';
  const complaints: string[] = [];
  return {
    isInteractive,
    colors: picocolors.createColors(isInteractive),
    columns: () => columns,
    write: (text) => {
      printed += text;
    },
    complain: (line) => complaints.push(line),
    flush: async () => {},
    gone: new AbortController().signal,
    printed: () => printed,
    lines: () => printed.trimEnd().split('\n'),
    complaints: () => complaints,
  };
}
