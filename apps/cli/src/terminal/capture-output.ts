import type { Terminal } from './terminal.ts';

/** Returns the text that `print` writes, instead of printing it. */
export function captureOutput(terminal: Terminal, print: (capturing: Terminal) => void): string {
  let text = '';
  print({
    ...terminal,
    write: (part) => {
      text += part;
    },
  });
  return text;
}
