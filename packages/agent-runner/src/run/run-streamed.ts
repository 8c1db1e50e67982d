import { type AgentDriver, type AgentEvent, requireNoMore, type TurnInput } from '@ctx/contract';
import { createEventChannel, type EventChannel } from './event-channel.ts';
import { onAbort } from './on-abort.ts';
import { runProcessTurn } from './process-turn.ts';
import { RUN_OPTIONS, type RunOptions } from './run-options.ts';
import { runStreamTurn } from './stream-turn.ts';

/**
 * Runs one turn and streams its events; the last one is `turn-end` with the result. The turn starts with the first
 * read, can be read once, and is cancelled when the reader stops early. Every failure of the agent is a result.
 *
 * @throws {TypeError|RangeError} on the first read, for programming mistakes such as an option that does not exist
 * @throws {CtxError} on the first read, `CTX_PERMISSION_REFUSED` when the turn needs `allowFullAccess`
 */
export function runStreamed(
  driver: AgentDriver,
  input: TurnInput,
  options: RunOptions = {},
): AsyncIterableIterator<AgentEvent> {
  // For this turn only: aborted by the caller's signal, or when the reader stops early.
  const cancelling = new AbortController();
  let ended: Promise<void> | undefined;
  const events: EventChannel<AgentEvent> = createEventChannel({
    onStart: () => {
      const stopListening = onAbort(options.signal, () => cancelling.abort());
      if (options.signal?.aborted === true) cancelling.abort();
      ended = runTurn(driver, input, { ...options, signal: cancelling.signal }, events)
        .then(events.close, events.fail)
        .finally(stopListening);
    },
    onLeave: async () => {
      cancelling.abort();
      await ended;
    },
  });
  return events.iterator;
}

async function runTurn(
  driver: AgentDriver,
  input: TurnInput,
  options: RunOptions & { readonly signal: AbortSignal },
  events: EventChannel<AgentEvent>,
): Promise<void> {
  requireNoMore(options, RUN_OPTIONS);
  switch (driver.kind) {
    case 'process':
      return runProcessTurn(driver, input, options, events);
    case 'stream':
      return runStreamTurn(driver, input, options, events);
    default:
      throw new TypeError(`A driver's kind is 'process' or 'stream', not ${(driver as AgentDriver | undefined)?.kind}`);
  }
}
