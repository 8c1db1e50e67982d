import type { AgentDriver, AgentEvent, ProcessDriver, TurnInput } from '@ctx/contract';
import { createEventChannel, type EventChannel } from '../stream/event-channel.ts';
import { startProcessTurn } from './process-turn.ts';
import type { RunOptions } from './run-options.ts';
import { startStreamTurn } from './stream-turn.ts';

/** A turn that has been started. */
export interface StartedTurn {
  /** The reader has caught up. */
  readerCaughtUp(): void;
  /** The reader left: end everything; resolves when that is done. */
  leave(): Promise<void>;
}

/**
 * Runs one turn and streams what happens; the last event is `turn-end` with the result. The turn starts with the first
 * read, can be read once, and is ended when the reader leaves early. Every failure of the agent is a result.
 *
 * @throws {TypeError|RangeError} on the first read, for programming mistakes
 * @throws {CtxError} on the first read, `CTX_PERMISSION_REFUSED` when the turn asks for more than the caller allows
 */
export function runStreamed(
  driver: AgentDriver,
  input: TurnInput,
  options: RunOptions = {},
): AsyncIterableIterator<AgentEvent> {
  let turn: StartedTurn | undefined;
  const channel: EventChannel<AgentEvent> = createEventChannel({
    onStart: () => {
      turn = isProcessDriver(driver)
        ? startProcessTurn(driver, input, options, channel)
        : startStreamTurn(driver, input, options, channel);
    },
    onDrain: () => turn?.readerCaughtUp(),
    onLeave: async () => turn?.leave(),
  });
  return channel.iterator;
}

function isProcessDriver(driver: AgentDriver): driver is ProcessDriver {
  return 'command' in driver;
}
