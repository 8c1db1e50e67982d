import type { AgentEvent } from '@ctx/contract';

/** Events of one turn on their way to the table. */
export interface EventBatches {
  /** Resolves when there is room for more. */
  add(event: AgentEvent): Promise<void>;
  /** Resolves when everything is told, or cannot be told any more; true when anything was. */
  end(): Promise<boolean>;
}

/** How events are told. */
export interface EventBatchesOptions {
  /** Writes a batch; its number counts from 1. False when nobody wants it any more. */
  readonly tell: (batch: number, events: readonly AgentEvent[]) => Promise<boolean>;
  /** Whether somebody watches. If not, only what a later reader needs is told. */
  readonly isWatched: () => boolean;
  /** Default 50. Longer under load: a batch is not begun before the one before it is written. */
  readonly batchMs?: number | undefined;
}

/** What one turn may tell in full; after that it is as if nobody watched. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What may wait to be written before the agent has to. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** The text is in the result; how it came is only for who looks on. */
const ONLY_FOR_WATCHERS: ReadonlySet<AgentEvent['type']> = new Set(['text-delta', 'reasoning', 'raw', 'session-start']);

/** Batches that have told nothing yet. */
export function createEventBatches({ tell, isWatched, batchMs = 50 }: EventBatchesOptions): EventBatches {
  let waiting: AgentEvent[] = [];
  let waitingBytes = 0;
  let toldBytes = 0;
  let batches = 0;
  let isWanted = true;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, batchMs));
    while (waiting.length > 0 && isWanted) {
      const events = waiting;
      waiting = [];
      waitingBytes = 0;
      // What cannot be told is not worth the turn: its result is what counts.
      isWanted = await tell(batches + 1, events).catch(() => true);
      batches += 1;
    }
    writing = undefined;
  }

  return {
    async add(event) {
      // It comes with the result.
      if (event.type === 'turn-end' || !isWanted) return;
      if (ONLY_FOR_WATCHERS.has(event.type) && (!isWatched() || toldBytes > MOST_BYTES)) return;
      const bytes = JSON.stringify(event).length;
      waiting.push(event);
      waitingBytes += bytes;
      toldBytes += bytes;
      writing ??= write();
      if (waitingBytes > MOST_WAITING_BYTES) await writing;
    },
    async end() {
      while (writing !== undefined) await writing;
      return batches > 0;
    },
  };
}
