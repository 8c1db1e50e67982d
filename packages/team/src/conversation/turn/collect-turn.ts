import {
  type AgentEvent,
  type AgentFailure,
  type AgentTurn,
  CtxError,
  type TurnExecutor,
  type TurnResult,
} from '@ctx/contract';

/** How a turn is listened to. */
export interface CollectTurnOptions {
  readonly signal: AbortSignal;
  /** How long after `signal` the executor may still take. */
  readonly cancelGraceMs: number;
  /** Called for each event, and waited for: a slow listener slows the agent down. */
  readonly onEvent: (event: AgentEvent) => Promise<void> | undefined;
}

/** Runs a turn to its end. Whatever the executor does, throws or fails to do, the outcome is a result. */
export async function collectTurn(
  executor: TurnExecutor,
  turn: AgentTurn,
  { signal, cancelGraceMs, onEvent }: CollectTurnOptions,
): Promise<TurnResult> {
  const said: string[] = [];
  // Cancelled between decision and start: nothing has to be started only to be ended.
  if (signal.aborted) return cancelled('');
  try {
    for await (const event of untilGivenUp(executor.run(turn, { signal }), signal, cancelGraceMs)) {
      if (event.type === 'text-delta' || event.type === 'text') said.push(event.text);
      const wait = onEvent(event);
      if (wait !== undefined) await wait;
      if (event.type === 'turn-end') return event.result;
    }
  } catch (error) {
    return unfinished(signal, said, failureOf(error));
  }
  return unfinished(signal, said, {
    code: 'CTX_AGENT_FAILED',
    message: 'The executor stopped without saying how the turn ended.',
  });
}

/** An error as plain data. */
export function failureOf(error: unknown): AgentFailure {
  const message = error instanceof Error ? error.message : String(error);
  return { code: CtxError.isInstance(error) ? error.code : 'CTX_AGENT_FAILED', message };
}

function unfinished(signal: AbortSignal, said: readonly string[], error: AgentFailure): TurnResult {
  const text = said.join('');
  return signal.aborted ? cancelled(text) : { status: 'failed', text, error };
}

function cancelled(text: string): TurnResult {
  return { status: 'cancelled', text, error: { code: 'CTX_AGENT_CANCELLED', message: 'The turn was cancelled.' } };
}

// An executor on a machine that is gone never answers; after a cancel nobody should have to wait for it.
async function* untilGivenUp(
  events: AsyncIterable<AgentEvent>,
  signal: AbortSignal,
  graceMs: number,
): AsyncGenerator<AgentEvent, void> {
  const iterator = events[Symbol.asyncIterator]();
  let finished = false;
  let giveUp: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const startClock = () => {
    timer = setTimeout(() => giveUp?.(), graceMs);
  };
  signal.addEventListener('abort', startClock, { once: true });
  try {
    for (;;) {
      const step = await new Promise<IteratorResult<AgentEvent> | 'given up'>((resolve, reject) => {
        giveUp = () => resolve('given up');
        iterator.next().then(resolve, reject);
      });
      if (step === 'given up') return;
      if (step.done) {
        finished = true;
        return;
      }
      yield step.value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', startClock);
    // Not waited for: it may hang for the same reason.
    if (!finished) iterator.return?.()?.catch(() => {});
  }
}
