import type { AgentEvent } from '@ctx/contract';

/** Writes the events of one turn to the database in batches. */
export interface EventBatches {
  /** Resolves when there is room for another event. */
  add(event: AgentEvent): Promise<void>;
  /** Resolves when every batch has been written or refused. True if there was at least one batch. */
  end(): Promise<boolean>;
}

/** The destination and the size of batches. */
interface EventBatchesOptions {
  /** Writes a batch; numbers count from 1. False if this and all later batches are refused. */
  readonly write: (batch: number, events: readonly AgentEvent[]) => Promise<boolean>;
  /** Whether a reader watches the turn. If not, only events that a later reader needs are written. */
  readonly isWatched: () => boolean;
  /** How long events are collected. Default 50. Longer under load: only one batch is written at a time. */
  readonly batchMs?: number | undefined;
}

/** After this much, a turn is treated as if it were not watched. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** If more than this waits to be written, the agent has to wait too. */
const MAX_WAITING_CHARACTERS = 1024 * 1024;
/** A later reader does not need these: the result contains the text. */
const ONLY_FOR_WATCHERS: ReadonlySet<AgentEvent['type']> = new Set(['text-delta', 'reasoning', 'raw', 'session-start']);

/** Creates the batches of one turn. Nothing is written before the first event. */
export function createEventBatches({ write, isWatched, batchMs = 50 }: EventBatchesOptions): EventBatches {
  let waiting: AgentEvent[] = [];
  let waitingCharacters = 0;
  let totalCharacters = 0;
  let batches = 0;
  let isWanted = true;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, batchMs));
    while (waiting.length > 0 && isWanted) {
      const events = waiting;
      waiting = [];
      waitingCharacters = 0;
      // A batch that cannot be written must not fail the turn: its result matters more.
      isWanted = await write(batches + 1, events).catch(() => true);
      batches += 1;
    }
    writing = undefined;
  }

  return {
    async add(event) {
      // The turn-end is written with the result.
      if (event.type === 'turn-end' || !isWanted) return;
      if (ONLY_FOR_WATCHERS.has(event.type) && (!isWatched() || totalCharacters > MAX_CHARACTERS)) return;
      const characters = JSON.stringify(event).length;
      waiting.push(event);
      waitingCharacters += characters;
      totalCharacters += characters;
      writing ??= writeAll();
      if (waitingCharacters > MAX_WAITING_CHARACTERS) await writing;
    },
    async end() {
      while (writing !== undefined) await writing;
      return batches > 0;
    },
  };
}
