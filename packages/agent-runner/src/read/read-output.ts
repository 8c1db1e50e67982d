import { StringDecoder } from 'node:string_decoder';
import type { AgentEvent, TurnParser } from '@ctx/contract';
import type { PreparedTurn } from '../prepare/prepare-turn.ts';
import type { EventChannel } from '../run/event-channel.ts';
import type { ChildProcess } from '../start/child-process.ts';
import { createOpenTools } from './open-tools.ts';
import { createRetryNotices } from './retry-notices.ts';
import { createStreamReader } from './stream-reader.ts';
import { createTextTail } from './text-tail.ts';
import type { TurnClock } from './turn-clock.ts';

/** Reads the output of a process. */
export interface ProcessOutput {
  /** True while reading is paused because the reader of the events is behind. */
  readonly isPaused: boolean;
  /** The message of the last retry, if the agent has made no progress since. */
  readonly lastRetry: string | undefined;
  /** Called when the process is being ended: reading is never paused again, and excess output is dropped. */
  drain(): void;
  /** Reads the remaining output after the pipes have closed. Returns the end of stderr without secrets. */
  finish(): string;
}

/** The process to read, its parser, and the receivers of the events. */
export interface ReadOutputOptions {
  readonly child: ChildProcess;
  readonly turn: PreparedTurn;
  readonly parser: TurnParser;
  readonly clock: TurnClock;
  /** The channel that `push` writes to; tells whether its reader is behind. */
  readonly events: EventChannel<AgentEvent>;
  readonly push: (event: AgentEvent) => void;
  /** Called when the output cannot be read any further, or when reading on is of no use. */
  readonly onFault: (reason: 'line-too-long' | 'parser-threw' | 'refused') => void;
}

/** When the events of this much output wait for the reader, reading is paused. */
const HIGH_WATER_BYTES = 1024 * 1024;
const STDERR_BYTES = 64 * 1024;
/** Kept before the reported part of stderr during redaction, so that a secret across its start is recognised. */
const STDERR_MARGIN_BYTES = 4 * 1024;
/** Of a longer line on stderr, the parser gets the beginning. */
const STDERR_LINE_CHARACTERS = 4 * 1024;

/** Reads a process's output, passes lines to the parser and pushes its events. Pauses while their reader is behind. */
export function readOutput(options: ReadOutputOptions): ProcessOutput {
  const { child, turn, parser, clock, events, push, onFault } = options;
  const stdout = child.stdout!;
  const stderr = createTextTail(STDERR_BYTES + STDERR_MARGIN_BYTES);
  const openTools = createOpenTools();
  const retries = createRetryNotices();
  let waitingBytes = 0;
  let isDraining = false;
  let isBroken = false;

  const onEvents = (parsed: readonly AgentEvent[]): void => {
    for (const event of parsed) {
      openTools.note(event);
      retries.note(event);
      push(event);
    }
    if (retries.isRefused) onFault('refused');
  };
  const reader = createStreamReader(parser, { maxLineBytes: turn.limits.maxLineBytes, onEvents });
  const readStderr = createLineReader((line) => parse(() => onEvents(parser.stderr?.(line) ?? [])));

  const parse = (read: () => void): void => {
    if (isBroken) return;
    try {
      read();
    } catch {
      // Parsers must not throw. This runs in an event handler, where an exception would end the host.
      isBroken = true;
      onFault('parser-threw');
    }
    if (reader.overflowed) onFault('line-too-long');
    if (parser.ended === true) clock.expectExit();
  };

  const holdClock = (): void => {
    // After the answer is complete, an open call gets no result any more.
    const isToolRunning = openTools.isAnyOpen && parser.ended !== true;
    clock.hold(isToolRunning || stdout.isPaused());
  };

  const pause = (): void => {
    stdout.pause();
    void events.whenEmpty().then(() => {
      stdout.resume();
      holdClock();
    });
  };

  stdout.on('data', (chunk: Buffer) => {
    if (events.isEmpty) waitingBytes = 0;
    if (isDraining && waitingBytes > HIGH_WATER_BYTES) return;
    waitingBytes += chunk.length;
    parse(() => reader.push(chunk));
    // Retries alone do not count as output.
    if (!retries.takeOnlyRetried()) clock.sawOutput();
    if (!events.isEmpty && waitingBytes > HIGH_WATER_BYTES && !isDraining) pause();
    holdClock();
  });
  stdout.on('error', () => {});
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr.push(chunk);
    if (parser.stderr !== undefined) readStderr(chunk);
  });
  child.stderr!.on('error', () => {});

  return {
    get isPaused() {
      return stdout.isPaused();
    },
    get lastRetry() {
      return retries.last;
    },
    drain() {
      isDraining = true;
      stdout.resume();
    },
    finish() {
      parse(reader.end);
      return turn.redact(stderr.text()).slice(-STDERR_BYTES);
    },
  };
}

/** Calls `onLine` for each whole line, with no more than its beginning. */
function createLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!.slice(0, STDERR_LINE_CHARACTERS);
    for (const line of lines) onLine(line.slice(0, STDERR_LINE_CHARACTERS));
  };
}
