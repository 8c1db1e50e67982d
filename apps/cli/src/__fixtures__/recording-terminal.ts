import picocolors from 'picocolors';
import type { Ask, Terminal } from '../terminal/terminal.ts';

/** A terminal that keeps what is printed, for tests. */
export interface RecordingTerminal extends Terminal {
  printed(): string;
  lines(): string[];
  complaints(): string[];
}

/** How the terminal behaves. */
interface RecordingOptions {
  readonly isInteractive?: boolean | undefined;
  /** Answers questions; missing if nobody can be asked. */
  readonly ask?: Ask | undefined;
}

/** Creates a terminal of that many columns; by default it is not interactive and has no colours. */
export function createRecordingTerminal(
  columns = Number.POSITIVE_INFINITY,
  { isInteractive = false, ask }: RecordingOptions = {},
): RecordingTerminal {
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
