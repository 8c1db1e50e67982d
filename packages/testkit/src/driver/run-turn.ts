import { AssertionError } from 'node:assert';
import type { AgentDriver, AgentEvent, Place, TurnInput, TurnResult } from '@ctx/contract';
import { withinDeadline } from '../deadline.ts';
import { describeError, fail, quote } from '../problem.ts';
import { checkedDriver } from './checked-parser.ts';

/** Options that the checks give to a runner. */
export interface RunTurnOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Runs one turn and streams its events: `runStreamed` of `@ctx/agent-runner`, or another runner. */
export type RunTurn = (driver: AgentDriver, input: TurnInput, options: RunTurnOptions) => AsyncIterable<AgentEvent>;

/** A turn that has ended: all its events, and the result from the last one. */
export interface FinishedTurn {
  readonly events: readonly AgentEvent[];
  readonly result: TurnResult;
}

/** A turn that takes longer counts as hanging. */
const HANGING_MS = 15_000;

/** The input of a turn without anything special. */
export const USUAL_INPUT: TurnInput = Object.freeze({
  prompt: 'the-prompt-7f: say something',
  permissions: 'read-only',
});

/** A place without anything special. */
export const USUAL_PLACE: Place = Object.freeze({ cwd: '/project/link', realCwd: '/project/folder' });

/** Runs a turn to its end and checks that it has exactly one `turn-end`. `onEvent` gets each event as it arrives. */
export async function runToEnd(
  run: RunTurn,
  driver: AgentDriver,
  input: TurnInput = USUAL_INPUT,
  options: RunTurnOptions = {},
  onEvent?: (event: AgentEvent) => void,
): Promise<FinishedTurn> {
  const events: AgentEvent[] = [];
  const checked = driver.kind === 'process' ? checkedDriver(driver) : undefined;
  const reading = (async () => {
    const stream: unknown = run(checked?.driver ?? driver, input, options);
    for await (const event of expectStream(stream)) {
      events.push(event);
      onEvent?.(event);
    }
  })();
  await untilEnd(
    reading.catch((error: unknown) => {
      if (error instanceof AssertionError) throw error;
      fail(
        `The turn rejected with ${describeError(error)}`,
        'End the turn with a failed result; reject only for programming mistakes',
      );
    }),
    'The turn did not end',
  );
  checked?.expectGoodParser();
  const ends = events.filter((event) => event.type === 'turn-end');
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== 'turn-end') {
    fail(
      `The turn has ${ends.length} turn-end events and its last event is ${last?.type ?? 'missing'}`,
      'Send exactly one turn-end, as the last event; a parser sends none',
    );
  }
  return { events, result: last.result };
}

function expectStream(stream: unknown): AsyncIterable<AgentEvent> {
  if (typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream) {
    return stream as AsyncIterable<AgentEvent>;
  }
  fail(`run() returned ${quote(stream)}, which is not a stream of events`, 'Pass runStreamed of @ctx/agent-runner');
}

/** Waits for a stream to end, and fails the check if that takes too long. */
export function untilEnd(reading: Promise<void>, problem: string): Promise<void> {
  return withinDeadline(reading, HANGING_MS, problem, 'End the stream when the agent ends or the signal is aborted');
}

/** All answer text of a turn, in order. */
export function deliveredText(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'text' || event.type === 'text-delta' ? event.text : '')).join('');
}
