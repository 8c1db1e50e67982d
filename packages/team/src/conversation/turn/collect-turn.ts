import {
  type AgentEvent,
  type AgentFailure,
  type AgentTurn,
  CtxError,
  type TurnExecutor,
  type TurnResult,
} from '@ctx/contract';
import { checkAgentEvent } from './check-agent-event.ts';

/** How a turn is listened to. */
export interface CollectTurnOptions {
  readonly signal: AbortSignal;
  /** How long after `signal` the executor may still take. */
  readonly cancelGraceMs: number;
  /** Called for each event, and waited for: a slow listener slows the agent down. */
  readonly onEvent: (event: AgentEvent) => Promise<void> | undefined;
}

/**
 * Runs a turn to its end. Whatever the executor does, throws or fails to do, the outcome is a result; what it gives is
 * checked first, and a fault in it fails the turn.
 */
export async function collectTurn(
  executor: TurnExecutor,
  turn: AgentTurn,
  { signal, cancelGraceMs, onEvent }: CollectTurnOptions,
): Promise<TurnResult> {
  const said: string[] = [];
  let result: TurnResult | undefined;
  // Cancelled between decision and start: nothing has to be started only to be ended.
  if (signal.aborted) return cancelled('');
  try {
    const clock = createGiveUpClock(signal, cancelGraceMs);
    for await (const given of untilGivenUp(executor.run(turn, { signal }), clock)) {
      if (result !== undefined) return failed(result.text, faultOf('The executor went on after its turn-end'));
      const event = checkAgentEvent(given);
      if (event.type === 'text-delta' || event.type === 'text') said.push(event.text);
      const wait = onEvent(event);
      if (wait !== undefined) await wait;
      if (event.type !== 'turn-end') continue;
      result = event.result;
      // It has nothing more to say; that it says nothing more is waited for, but not for ever.
      clock.start();
    }
  } catch (error) {
    return result ?? unfinished(signal, said, failureOf(error));
  }
  return result ?? unfinished(signal, said, faultOf('The executor stopped without saying how the turn ended'));
}

/** An error as plain data. */
export function failureOf(error: unknown): AgentFailure {
  if (CtxError.isInstance(error)) return { code: error.code, message: error.message };
  if (error instanceof Error) return { code: 'CTX_AGENT_FAILED', message: error.message };
  return faultOf(
    typeof error === 'string' ? `The executor failed: ${error}` : 'The executor failed without saying why',
  );
}

function faultOf(fault: string): AgentFailure {
  return { code: 'CTX_AGENT_FAILED', message: `${fault}.` };
}

function failed(text: string, error: AgentFailure): TurnResult {
  return { status: 'failed', text, error };
}

function unfinished(signal: AbortSignal, said: readonly string[], error: AgentFailure): TurnResult {
  const text = said.join('');
  return signal.aborted ? cancelled(text) : failed(text, error);
}

function cancelled(text: string): TurnResult {
  return { status: 'cancelled', text, error: { code: 'CTX_AGENT_CANCELLED', message: 'The turn was cancelled.' } };
}

/** Says when an executor that does not come to its end is no longer waited for. */
interface GiveUpClock {
  start(): void;
  /** The next step of an executor, unless the time is over first. */
  race<Step>(next: PromiseLike<Step>): Promise<Step | 'given up'>;
  dispose(): void;
}

// An executor on a machine that is gone never answers; after a cancel nobody should have to wait for it.
function createGiveUpClock(signal: AbortSignal, graceMs: number): GiveUpClock {
  let timer: NodeJS.Timeout | undefined;
  let giveUp = () => {};
  const start = () => {
    timer ??= setTimeout(() => giveUp(), graceMs);
  };
  signal.addEventListener('abort', start, { once: true });
  return {
    start,
    // Not `Promise.race` with one promise for the whole turn: that would hold on to every step.
    race: (next) =>
      new Promise((resolve, reject) => {
        giveUp = () => resolve('given up');
        next.then(resolve, reject);
      }),
    dispose() {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    },
  };
}

async function* untilGivenUp(events: AsyncIterable<unknown>, clock: GiveUpClock): AsyncGenerator<unknown, void> {
  const iterator = iteratorOf(events);
  let finished = false;
  try {
    for (;;) {
      const step = await clock.race(iterator.next());
      if (step === 'given up') return;
      if (step.done) {
        finished = true;
        return;
      }
      yield step.value;
    }
  } finally {
    clock.dispose();
    // Not waited for: it may hang for the same reason.
    if (!finished) iterator.return?.()?.then(undefined, () => {});
  }
}

function iteratorOf(events: AsyncIterable<unknown>): AsyncIterator<unknown> {
  const iterator = (events as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator]?.();
  if (iterator !== undefined) return iterator;
  throw new TypeError('The executor gave no stream of events.');
}
