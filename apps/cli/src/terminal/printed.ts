import type { Terminal } from './terminal.ts';

/** What would be printed to a terminal. */
export function printed(terminal: Terminal, print: (paper: Terminal) => void): string {
  let text = '';
  print({
    ...terminal,
    write: (part) => {
      text += part;
    },
  });
  return text;
}
