import { createInterface } from 'node:readline';
import picocolors from 'picocolors';
import { asciiSigns, isAsciiOnly } from './ascii-signs.ts';

/** Colours that are the text itself when colours are off. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** Shows a question and resolves with the line that a person types; empty when they leave. */
export type Ask = (question: string) => Promise<string>;

/** Where the app prints. The only things in the repo that know of it are the commands and their views. */
export interface Terminal {
  /** Whether a person looks at the output as it comes. */
  readonly isInteractive: boolean;
  readonly colors: Colors;
  /** Columns of the screen now; `Infinity` when the output is not a screen. */
  columns(): number;
  /** Rows of the screen now; `Infinity` when the output is not a screen. */
  rows(): number;
  /** Writes to the output. Once nobody reads any more, nothing. */
  write(text: string): void;
  /** From now on what is written is data: to the byte, whatever the locale. */
  exact(): void;
  /** One line for the person, beside the output. */
  complain(line: string): void;
  /** Asks the person at the keyboard; missing when there is none. Beside the output, as `complain`. */
  readonly ask?: Ask | undefined;
  /** Resolves when everything written is out, or cannot get out. */
  flush(): Promise<void>;
  /** Aborted when the output cannot be written any more; its reason is an `OutputError`, or something else when the reader simply left. */
  readonly gone: AbortSignal;
}

/** The output could not be written. */
export class OutputError extends Error {
  readonly code = 'CTX_OUTPUT';
  override readonly name = 'OutputError';

  constructor(cause: NodeJS.ErrnoException) {
    const why = cause.code === 'ENOSPC' ? 'the disk is full' : cause.message;
    super(`The output could not be written: ${why}. Free some space or send it elsewhere.`, { cause });
  }
}

/** Takes away what stands on the line of the cursor. */
export const CLEAR_LINE = '\r\u001b[K';

const NARROWEST = 20;
const UNKNOWN_WIDTH = 80;
const LOWEST = 6;
const UNKNOWN_HEIGHT = 24;

/** The process's own terminal. Call it once. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const isInteractive = stdout.isTTY === true && env['TERM'] !== 'dumb';
  const gone = new AbortController();
  const isAscii = isAsciiOnly(env);
  let isExact = !isAscii;
  // A reader such as `head` that has seen enough is not a failure.
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    gone.abort(error.code === 'EPIPE' ? undefined : new OutputError(error)),
  );
  // Nobody is left to be told.
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
