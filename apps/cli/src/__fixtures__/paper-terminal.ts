import picocolors from 'picocolors';
import type { Ask, Terminal } from '../terminal/terminal.ts';

/** A terminal that keeps what is printed. */
export interface PaperTerminal extends Terminal {
  printed(): string;
  lines(): string[];
  complaints(): string[];
}

/** What the paper stands in for. */
interface PaperOptions {
  readonly isInteractive?: boolean | undefined;
  /** The person who is asked; nobody when missing. */
  readonly ask?: Ask | undefined;
}

/** Paper of that many columns; not interactive, no colours, unless asked for. */
export function createPaperTerminal(columns = Number.POSITIVE_INFINITY, { isInteractive = false, ask }: PaperOptions = {}): PaperTerminal {
  let printed = '';
  const complaints: string[] = [];
  return {
    isInteractive,
    colors: picocolors.createColors(isInteractive),
    columns: () => columns,
    rows: () => (isInteractive ? 24 : Number.POSITIVE_INFINITY),
    write: (text) => {
      printed += text;
    },
    exact: () => {},
    complain: (line) => complaints.push(line),
    flush: async () => {},
    ask,
    gone: new AbortController().signal,
    printed: () => printed,
    lines: () => printed.trimEnd().split('\n'),
    complaints: () => complaints,
  };
}
