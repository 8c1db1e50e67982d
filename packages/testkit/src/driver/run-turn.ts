import type { AgentDriver, AgentEvent, TurnInput, TurnResult } from '@ctx/contract';
import { describeError, fail } from '../problem.ts';

/** What the checks ask of a runner. */
export interface RunTurnOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Runs one turn and streams its events: `runStreamed` of `@ctx/agent-runner`, or another runner. */
export type RunTurn = (driver: AgentDriver, input: TurnInput, options: RunTurnOptions) => AsyncIterable<AgentEvent>;

/** A turn that was run: all its events, and the result of the last one. */
export interface FinishedTurn {
  readonly events: readonly AgentEvent[];
  readonly result: TurnResult;
}

/** Only a turn that never ends takes this long; nothing is measured by it. */
const HANGING_MS = 15_000;

/** A turn to run where nothing special is asked for. */
export const USUAL_INPUT: TurnInput = Object.freeze({
  prompt: 'the-prompt-7f: say something',
  permissions: 'read-only',
});

/** Runs a turn to its end and checks that it has exactly one. `onEvent` sees each event as it comes. */
export async function runToEnd(
  run: RunTurn,
  driver: AgentDriver,
  input: TurnInput = USUAL_INPUT,
  options: RunTurnOptions = {},
  onEvent?: (event: AgentEvent) => void,
): Promise<FinishedTurn> {
  const events: AgentEvent[] = [];
  const reading = (async () => {
    for await (const event of run(driver, input, options)) {
      events.push(event);
      onEvent?.(event);
    }
  })();
  await unlessItHangs(
    reading.catch((error: unknown) => {
      fail(
        `The turn rejected with ${describeError(error)}`,
        'Every failure of an agent is a result; reject for programming mistakes only',
      );
    }),
    'The turn did not end',
  );
  const ends = events.filter((event) => event.type === 'turn-end');
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== 'turn-end') {
    fail(
      `The turn has ${ends.length} turn-end events and ends in ${last?.type ?? 'nothing'}`,
      'Give exactly one turn-end, as the last event; a parser gives none',
    );
  }
  return { events, result: last.result };
}

/** Waits, and fails rather than wait for ever. */
export async function unlessItHangs<T>(promise: Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, HANGING_MS, 'late');
  });
  try {
    const first = await Promise.race([promise, late]);
    if (first === 'late') fail(problem, 'End the stream when the agent ends or the signal is aborted');
    return first as T;
  } finally {
    clearTimeout(timer);
  }
}

/** All answer text of a turn, in order. */
export function deliveredText(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'text' || event.type === 'text-delta' ? event.text : '')).join('');
}
