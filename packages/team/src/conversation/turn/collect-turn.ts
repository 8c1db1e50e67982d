import {
  type AgentEvent,
  type AgentFailure,
  type AgentTurn,
  CtxError,
  type TurnExecutor,
  type TurnResult,
} from '@ctx/contract';
import { checkAgentEvent } from './check-agent-event.ts';

/** Options of `collectTurn`. */
interface CollectTurnOptions {
  readonly signal: AbortSignal;
  /** How long the executor may still run after `signal` or after its `turn-end`. */
  readonly cancelGraceMs: number;
  /** Called for each event. A returned promise is awaited, so a slow reader slows the agent down. */
  readonly onEvent: (event: AgentEvent) => Promise<void> | undefined;
}

/**
 * Runs a turn on the executor and returns its result. Never rejects: an exception, a malformed event and a missing
 * `turn-end` become a failed result, a cancelled turn becomes a cancelled one.
 */
export async function collectTurn(
  executor: TurnExecutor,
  turn: AgentTurn,
  { signal, cancelGraceMs, onEvent }: CollectTurnOptions,
): Promise<TurnResult> {
  const textParts: string[] = [];
  let result: TurnResult | undefined;
  // Cancelled before it started.
  if (signal.aborted) return cancelled('');
  try {
    const deadline = createDeadline(signal, cancelGraceMs);
    for await (const value of untilDeadline(executor.run(turn, { signal }), deadline)) {
      if (result !== undefined) {
        return failed(result.text, executorFailure('The executor sent another event after its turn-end'));
      }
      const event = checkAgentEvent(value);
      if (event.type === 'text-delta' || event.type === 'text') textParts.push(event.text);
      const wait = onEvent(event);
      if (wait !== undefined) await wait;
      if (event.type !== 'turn-end') continue;
      result = event.result;
      // The stream should end now. Wait for that, but not forever.
      deadline.start();
    }
  } catch (error) {
    return result ?? unfinished(signal, textParts, failureOf(error));
  }
  const noEnd = executorFailure('The executor stopped without saying how the turn ended');
  return result ?? unfinished(signal, textParts, noEnd);
}

/** Turns anything that was thrown into plain data. */
export function failureOf(error: unknown): AgentFailure {
  if (CtxError.isInstance(error)) return { code: error.code, message: error.message };
  if (error instanceof Error) return { code: 'CTX_AGENT_FAILED', message: error.message };
  return executorFailure(
    typeof error === 'string' ? `The executor failed: ${error}` : 'The executor failed without saying why',
  );
}

function executorFailure(what: string): AgentFailure {
  return { code: 'CTX_AGENT_FAILED', message: `${what}.` };
}

function failed(text: string, error: AgentFailure): TurnResult {
  return { status: 'failed', text, error };
}

function unfinished(signal: AbortSignal, textParts: readonly string[], error: AgentFailure): TurnResult {
  const text = textParts.join('');
  return signal.aborted ? cancelled(text) : failed(text, error);
}

function cancelled(text: string): TurnResult {
  return { status: 'cancelled', text, error: { code: 'CTX_AGENT_CANCELLED', message: 'The turn was cancelled.' } };
}

/** Limits how long an executor that should end is waited for. */
interface Deadline {
  start(): void;
  /** The next event of an executor, unless the deadline passes first. */
  race<Step>(next: PromiseLike<Step>): Promise<Step | 'timed out'>;
  dispose(): void;
}

// Starts by itself when the turn is cancelled: an executor on a machine that is gone would never answer.
function createDeadline(signal: AbortSignal, graceMs: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  let endWait: (() => void) | undefined;
  let isMissed = false;
  const start = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // While a slow reader holds up the turn, nothing waits for the executor. The next wait gets the time again.
      isMissed = endWait === undefined;
      endWait?.();
    }, graceMs);
  };
  signal.addEventListener('abort', start, { once: true });
  return {
    start,
    // Not `Promise.race` with one promise for the whole turn: that promise would keep every event in memory.
    async race(next) {
      if (isMissed) start();
      try {
        return await new Promise((resolve, reject) => {
          endWait = () => resolve('timed out');
          next.then(resolve, reject);
        });
      } finally {
        endWait = undefined;
      }
    },
    dispose() {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    },
  };
}

async function* untilDeadline(events: AsyncIterable<unknown>, deadline: Deadline): AsyncGenerator<unknown, void> {
  const iterator = iteratorOf(events);
  let finished = false;
  try {
    for (;;) {
      const step = await deadline.race(iterator.next());
      if (step === 'timed out') return;
      if (step.done) {
        finished = true;
        return;
      }
      yield step.value;
    }
  } finally {
    deadline.dispose();
    // Not awaited: it may hang for the same reason.
    if (!finished) iterator.return?.()?.then(undefined, () => {});
  }
}

function iteratorOf(events: AsyncIterable<unknown>): AsyncIterator<unknown> {
  const iterator = (events as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator]?.();
  if (iterator !== undefined) return iterator;
  throw new TypeError('The executor returned no stream of events.');
}
