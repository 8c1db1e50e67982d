import { once } from 'node:events';
import type { AgentEvent, ProcessExit, TurnParser } from '@ctx/contract';
import { endFamily } from '../process/end-family.ts';
import { trackLiveTurn } from '../process/live-turns.ts';
import { createTextTail } from '../process/text-tail.ts';
import { waitForClose } from '../process/wait-for-close.ts';
import { createLineReader, type LineBlock } from '../stream/line-reader.ts';
import { readBlock } from '../stream/read-block.ts';
import type { EndReason } from './end-reason.ts';
import { createOpenTools } from './open-tools.ts';
import type { PreparedTurn } from './prepare-turn.ts';
import type { StartedAgent } from './start-agent.ts';
import { startTurnClock } from './turn-clock.ts';

/** A process whose output is being read. */
export interface Reading {
  /** Reads on after the reader of the events has caught up. */
  resume(): void;
  /** Ends the process and all that belongs to it. The first reason counts. */
  end(reason: EndReason): void;
  /** Resolves when every process is gone and everything was read. */
  readonly finished: Promise<{ readonly exit: ProcessExit; readonly reason: EndReason | undefined }>;
}

type ExitStatus = Pick<ProcessExit, 'exitCode' | 'signal'>;

/** Who takes part in a reading. */
export interface ReadingParts {
  readonly agent: StartedAgent;
  readonly turn: PreparedTurn;
  readonly parser: TurnParser;
  readonly isReaderBehind: () => boolean;
  readonly push: (event: AgentEvent) => void;
}

/** Bytes of output whose events may wait for their reader before the process is made to wait. */
const HIGH_WATER_BYTES = 1024 * 1024;
const STDERR_BYTES = 64 * 1024;
/** A secret may begin before the kept part of stderr; it is redacted with this much before it, which is then cut off. */
const STDERR_MARGIN_BYTES = 4 * 1024;
const EXIT_DEADLINE_MS = 1_000;
/** Silence after the end of the answer before a process that does not exit is ended. */
const SETTLE_MS = 5_000;

/** Reads a process to its end: lines to the parser, events out, clocks, pauses, and the end of the whole family. */
export function readProcess({ agent, turn, parser, isReaderBehind, push }: ReadingParts): Reading {
  const { child, family } = agent;
  const stdout = child.stdout!;
  const lines = createLineReader(turn.limits);
  const stderr = createTextTail(STDERR_BYTES + STDERR_MARGIN_BYTES);
  const openTools = createOpenTools();
  const untrack = trackLiveTurn({ family, folder: turn.folder });
  let waitingBytes = 0;
  let ending: Promise<void> | undefined;
  let stopWaitingForExit = (): void => {};
  let reason: EndReason | undefined;

  const deliver = (events: readonly AgentEvent[]): void => {
    for (const event of events) {
      openTools.note(event);
      push(event);
    }
  };

  const parse = (block: LineBlock | undefined): void => {
    if (block === undefined || reason === 'parser-threw') return;
    try {
      readBlock(parser, block, deliver);
    } catch {
      // Parsers promise not to throw; one that does must not take the host down from inside an event handler.
      end('parser-threw');
    }
    if (parser.ended === true) clock.expectExit();
  };

  const read = (chunk: Buffer): void => {
    clock.sawOutput();
    // A process that goes on writing while it is being ended is drained, not stored.
    if (reason !== undefined && waitingBytes > HIGH_WATER_BYTES) return;
    parse(lines.push(chunk));
    if (lines.overflowed) end('line-too-long');
    waitingBytes = isReaderBehind() ? waitingBytes + chunk.length : 0;
    if (waitingBytes > HIGH_WATER_BYTES && reason === undefined) stdout.pause();
    holdClock();
  };

  const holdClock = (): void => {
    // A call that is still open when the answer is whole will not be answered any more.
    const isToolRunning = openTools.isAnyOpen && parser.ended !== true;
    clock.hold(isToolRunning || stdout.isPaused());
  };

  const closed = once(child, 'close');
  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    stopWaitingForExit = () => resolve({ exitCode: null, signal: null });
  });

  const end = (why: EndReason): void => {
    if (reason !== undefined) return;
    reason = why;
    clock.stop();
    stdout.resume();
    family.noteTree();
    // Not even SIGKILL ends a process that hangs in the kernel; the host does not hang with it.
    ending = endFamily(family, turn.limits.graceMs).then(
      () => void setTimeout(stopWaitingForExit, EXIT_DEADLINE_MS).unref(),
    );
  };

  const clock = startTurnClock({ ...turn.limits, settleMs: SETTLE_MS, onTimeout: end });
  stdout.on('data', read);
  stdout.on('error', () => {});
  child.stderr!.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stderr!.on('error', () => {});

  const finish = async (): Promise<{ exit: ProcessExit; reason: EndReason | undefined }> => {
    const exit = await exited;
    clock.stop();
    await (ending ?? endFamily(family, turn.limits.graceMs));
    await waitForClose(child, closed, () => stdout.isPaused());
    parse(lines.end());
    untrack();
    return { exit: { ...exit, stderr: turn.redact(stderr.text()).slice(-STDERR_BYTES) }, reason };
  };

  return {
    resume() {
      waitingBytes = 0;
      if (!stdout.isPaused()) return;
      stdout.resume();
      holdClock();
    },
    end,
    finished: finish(),
  };
}
