import { createInterface } from 'node:readline';
import picocolors from 'picocolors';
import { asciiSigns, isAsciiOnly } from './ascii-signs.ts';

/** Functions that colour a text; they return it unchanged if colours are off. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** Shows a question and resolves with the line that the person types; empty if the person leaves. */
export type Ask = (question: string) => Promise<string>;

/** Where the app prints. */
export interface Terminal {
  /** Whether standard output is a screen that can be redrawn. */
  readonly isInteractive: boolean;
  readonly colors: Colors;
  /** Current columns of the screen; `Infinity` if the output is not a screen. */
  columns(): number;
  /** Current rows of the screen; `Infinity` if the output is not a screen. */
  rows(): number;
  /** Writes to standard output. Does nothing once `gone` is aborted. */
  write(text: string): void;
  /** From now on, text is written unchanged, even if the locale is ASCII: programs read it. */
  exact(): void;
  /** Prints one line on standard error. */
  complain(line: string): void;
  /** Asks the person at the keyboard, on standard error; missing if there is nobody. */
  readonly ask?: Ask | undefined;
  /** Resolves when everything is written, or cannot be. */
  flush(): Promise<void>;
  /** Aborted when standard output cannot be written any more. The reason is an `OutputError`, unless the reader left. */
  readonly gone: AbortSignal;
}

/** Standard output could not be written. */
export class OutputError extends Error {
  readonly code = 'CTX_OUTPUT';
  override readonly name = 'OutputError';

  constructor(cause: NodeJS.ErrnoException) {
    const why = cause.code === 'ENOSPC' ? 'the disk is full' : cause.message;
    super(`The output could not be written: ${why}. Free some space, or write it somewhere else.`, { cause });
  }
}

const NARROWEST = 20;
const UNKNOWN_WIDTH = 80;
const LOWEST = 6;
const UNKNOWN_HEIGHT = 24;

/** Creates the terminal of this process. Call it once. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const isInteractive = stdout.isTTY === true && env['TERM'] !== 'dumb';
  const gone = new AbortController();
  const isAscii = isAsciiOnly(env);
  let isExact = !isAscii;
  // A reader such as `head` that has left is not a failure.
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    gone.abort(error.code === 'EPIPE' ? undefined : new OutputError(error)),
  );
  // Without standard error there is nowhere to report this.
  stderr.on('error', () => {});
  return {
    isInteractive,
    colors: picocolors.createColors(isInteractive && !env['NO_COLOR']),
    columns: () => (stdout.isTTY ? Math.max(NARROWEST, stdout.columns || UNKNOWN_WIDTH) : Number.POSITIVE_INFINITY),
    rows: () => (stdout.isTTY ? Math.max(LOWEST, stdout.rows || UNKNOWN_HEIGHT) : Number.POSITIVE_INFINITY),
    write(text) {
      if (!gone.signal.aborted) stdout.write(isExact ? text : asciiSigns(text));
    },
    exact() {
      isExact = true;
    },
    complain(line) {
      stderr.write(`${isAscii ? asciiSigns(line) : line}\n`);
    },
    ask: stdin.isTTY && stderr.isTTY ? askAtKeyboard : undefined,
    flush: () => new Promise((resolve) => stdout.write('', () => setImmediate(resolve))),
    gone: gone.signal,
  };
}

function askAtKeyboard(question: string): Promise<string> {
  const readline = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    readline.on('SIGINT', () => {
      readline.close();
      process.kill(process.pid, 'SIGINT');
    });
    readline.on('close', () => resolve(''));
    readline.question(question, (answer) => {
      resolve(answer);
      readline.close();
    });
  });
}
