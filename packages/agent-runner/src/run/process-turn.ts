import type { AgentEvent, ProcessDriver, TurnInput, TurnResult } from '@ctx/contract';
import { exitOf } from '../outcome/incomplete-stream.ts';
import { redactEvent } from '../safety/redact-event.ts';
import type { EventChannel } from '../stream/event-channel.ts';
import { type EndReason, endedResult } from './end-reason.ts';
import { onAbort } from './on-abort.ts';
import { type PreparedTurn, prepareTurn } from './prepare-turn.ts';
import { type Reading, readProcess } from './read-process.ts';
import type { RunOptions } from './run-options.ts';
import type { StartedTurn } from './run-streamed.ts';
import { startAgent } from './start-agent.ts';

/** Starts a turn of an agent that is a program. */
export function startProcessTurn(
  driver: ProcessDriver,
  input: TurnInput,
  options: RunOptions,
  channel: EventChannel<AgentEvent>,
): StartedTurn {
  const leaving = new AbortController();
  let reading: Reading | undefined;
  const done = runProcessTurn(driver, input, options, channel, leaving.signal, (started) => {
    reading = started;
  }).then(
    () => channel.close(),
    (error: unknown) => channel.fail(error),
  );
  return {
    readerCaughtUp: () => reading?.resume(),
    leave: () => {
      leaving.abort();
      return done;
    },
  };
}

async function runProcessTurn(
  driver: ProcessDriver,
  input: TurnInput,
  options: RunOptions,
  channel: EventChannel<AgentEvent>,
  leaving: AbortSignal,
  onReading: (reading: Reading) => void,
): Promise<void> {
  const turn = await prepareTurn(driver, input, options);
  const push = (event: AgentEvent): void => channel.push(redactEvent(event, turn.redact));
  try {
    const outcome = await runPrepared(turn, options, channel, leaving, push, onReading);
    const { result } = outcome;
    if (result.error !== undefined && result.status !== 'cancelled') push({ type: 'error', error: result.error });
    push({ type: 'turn-end', result });
  } finally {
    await turn.dispose();
  }
}

async function runPrepared(
  turn: PreparedTurn,
  options: RunOptions,
  channel: EventChannel<AgentEvent>,
  leaving: AbortSignal,
  push: (event: AgentEvent) => void,
  onReading: (reading: Reading) => void,
): Promise<{ result: TurnResult }> {
  const { driver, limits } = turn;
  const facts = { agentType: driver.agentType, ...limits };
  const wanted = (): EndReason | undefined =>
    leaving.aborted ? 'reader-left' : options.signal?.aborted ? 'cancelled' : undefined;
  const early = wanted();
  if (early !== undefined) {
    return { result: endedResult({ status: 'failed', text: '' }, early, { ...facts, hadEnded: false }) };
  }
  // Before the start: should it throw, there is no process to be left behind.
  const parser = driver.createParser(turn.input);
  const started = await startAgent(turn);
  if ('failure' in started) return { result: { status: 'failed', text: '', error: started.failure } };

  const reading = readProcess({ agent: started, turn, parser, isReaderBehind: () => !channel.isEmpty, push });
  onReading(reading);
  const stop = (): void => reading.end(wanted() ?? 'cancelled');
  const stopListening = onAbort(options.signal, stop);
  leaving.addEventListener('abort', stop, { once: true });
  // Either may have happened while the process was being started.
  if (wanted() !== undefined) stop();
  try {
    const { exit, reason } = await reading.finished;
    const hadEnded = parser.ended === true;
    const parsed = { ...parser.finish(exit), ...exitOf(exit) };
    return { result: reason === undefined ? parsed : endedResult(parsed, reason, { ...facts, hadEnded }) };
  } finally {
    stopListening();
    leaving.removeEventListener('abort', stop);
  }
}
