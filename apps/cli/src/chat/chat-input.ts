import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CLEAR_LINE, type Terminal } from '../terminal/terminal.ts';
import { createGate, type Gate } from './gate.ts';

/** What the chat wants to know of the person at the keyboard. */
export interface ChatInputListeners {
  /** Lines that came together, such as a paste, are one text. */
  readonly onText: (text: string) => void;
  /** Ctrl-C. */
  readonly onInterrupt: () => void;
  /** Ctrl-D, or the end of the input. */
  readonly onClose: () => void;
  /** The person begins to type while agents speak; whoever prints must leave a free line. */
  readonly onTyping: () => void;
  readonly complete: (line: string) => [string[], string];
}

/** The keyboard of a chat. */
export interface ChatInput {
  /** Shows the prompt, unless it is there already: it is the person's turn. */
  ask(prompt: string): void;
  /** Hides the prompt: agents speak. What is typed now appears on a line of its own, and printing pauses for it. */
  listen(): void;
  /** Resolves when nobody types: time to print. */
  quiet(): Promise<void> | undefined;
  /** Whether the prompt is shown. */
  isAsking(): boolean;
  close(): void;
}

/** Lines that come faster than anybody types belong together. */
const PASTE_MS = 25;

/** Reads a terminal. */
export function createChatInput(terminal: Terminal, listeners: ChatInputListeners): ChatInput {
  let mode: 'asking' | 'listening' | 'typing' = 'listening';
  let lines: string[] = [];
  let pasteTimer: NodeJS.Timeout | undefined;
  let waiting: Gate | undefined;
  const { output, dispose } = createPromptOutput(terminal, () => mode === 'listening');
  const readline = createInterface({
    input: process.stdin,
    output,
    terminal: true,
    completer: listeners.complete,
    historySize: 200,
  });

  function listen(): void {
    mode = 'listening';
    waiting?.open();
    waiting = undefined;
  }

  readline.on('line', (line) => {
    lines.push(line);
    clearTimeout(pasteTimer);
    pasteTimer = setTimeout(() => {
      const text = lines.join('\n');
      lines = [];
      if (mode === 'typing') listen();
      listeners.onText(text);
    }, PASTE_MS);
  });
  readline.on('SIGINT', () => {
    if (mode === 'typing') leaveTyping();
    else forgetLine();
    listeners.onInterrupt();
  });
  readline.on('close', () => listeners.onClose());

  function forgetLine(): void {
    mode = 'listening';
    readline.write(null, { ctrl: true, name: 'e' });
    readline.write(null, { ctrl: true, name: 'u' });
  }

  function leaveTyping(): void {
    terminal.write(CLEAR_LINE);
    forgetLine();
    listen();
  }

  const onKey = () => {
    if (mode === 'listening' && readline.line !== '') {
      listeners.onTyping();
      mode = 'typing';
      waiting = createGate();
      readline.prompt(true);
    } else if (mode === 'typing' && readline.line === '' && lines.length === 0) leaveTyping();
  };
  process.stdin.on('keypress', onKey);

  return {
    ask(prompt) {
      if (mode === 'asking') return;
      mode = 'asking';
      readline.setPrompt(prompt);
      readline.prompt(true);
    },
    listen,
    quiet: () => waiting?.opened,
    isAsking: () => mode === 'asking',
    close() {
      clearTimeout(pasteTimer);
      process.stdin.off('keypress', onKey);
      readline.removeAllListeners('close');
      readline.close();
      dispose();
      listen();
    },
  };
}

// Readline draws the prompt itself; while agents speak it must not draw at all.
function createPromptOutput(terminal: Terminal, isMuted: () => boolean): { output: Writable; dispose: () => void } {
  const output = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, written) {
      if (!isMuted()) terminal.write(text);
      written();
    },
  });
  Object.defineProperties(output, {
    isTTY: { value: true },
    columns: { get: () => terminal.columns() },
  });
  const onResize = () => output.emit('resize');
  process.stdout.on('resize', onResize);
  return { output, dispose: () => process.stdout.off('resize', onResize) };
}
