import type { AgentEvent, TurnParser } from '@ctx/contract';
import type { PreparedTurn } from '../prepare/prepare-turn.ts';
import type { EventChannel } from '../run/event-channel.ts';
import type { ChildProcess } from '../start/child-process.ts';
import { createOpenTools } from './open-tools.ts';
import { createRetryNotices } from './retry-notices.ts';
import { createStreamReader } from './stream-reader.ts';
import { createTextTail } from './text-tail.ts';
import type { TurnClock } from './turn-clock.ts';

/** The output of a process while it is read. */
export interface ProcessOutput {
  /** True while the process is made to wait for the reader of the events. */
  readonly isPaused: boolean;
  /** What the agent said when it last retried, if it did nothing else since. */
  readonly lastRetry: string | undefined;
  /** The process is being ended: from now on it never waits, and what it writes too much is not stored. */
  drain(): void;
  /** Reads what is left once the pipes are closed, and gives the end of stderr, secrets taken out. */
  finish(): string;
}

/** What is read, by whom, and who is told. */
export interface ReadOutputOptions {
  readonly child: ChildProcess;
  readonly turn: PreparedTurn;
  readonly parser: TurnParser;
  readonly clock: TurnClock;
  /** Where the events go; asked how far its reader is. */
  readonly events: EventChannel<AgentEvent>;
  readonly push: (event: AgentEvent) => void;
  /** The output cannot be read any further. */
  readonly onFault: (reason: 'line-too-long' | 'parser-threw') => void;
}

/** Bytes of output whose events may wait for their reader before the process is made to wait. */
const HIGH_WATER_BYTES = 1024 * 1024;
const STDERR_BYTES = 64 * 1024;
/** A secret may begin before the kept part of stderr; it is redacted with this much before it, which is then cut off. */
const STDERR_MARGIN_BYTES = 4 * 1024;

/** Reads a process's output: lines to the parser, events out, and pauses while their reader is behind. */
export function readOutput(options: ReadOutputOptions): ProcessOutput {
  const { child, turn, parser, clock, events, push, onFault } = options;
  const stdout = child.stdout!;
  const stderr = createTextTail(STDERR_BYTES + STDERR_MARGIN_BYTES);
  const openTools = createOpenTools();
  const retries = createRetryNotices();
  let waitingBytes = 0;
  let isDraining = false;
  let isBroken = false;

  const reader = createStreamReader(parser, {
    maxLineBytes: turn.limits.maxLineBytes,
    onEvents: (parsed) => {
      for (const event of parsed) {
        openTools.note(event);
        retries.note(event);
        push(event);
      }
    },
  });

  const parse = (read: () => void): void => {
    if (isBroken) return;
    try {
      read();
    } catch {
      // Parsers promise not to throw; one that does must not take the host down from inside an event handler.
      isBroken = true;
      onFault('parser-threw');
    }
    if (reader.overflowed) onFault('line-too-long');
    if (parser.ended === true) clock.expectExit();
  };

  const holdClock = (): void => {
    // A call that is still open when the answer is whole will not be answered any more.
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
    // An agent that only retries is as good as silent.
    if (!retries.takeOnlyRetried()) clock.sawOutput();
    if (!events.isEmpty && waitingBytes > HIGH_WATER_BYTES && !isDraining) pause();
    holdClock();
  });
  stdout.on('error', () => {});
  child.stderr!.on('data', (chunk: Buffer) => stderr.push(chunk));
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
