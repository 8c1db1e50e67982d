import type { ConversationEvent } from '../conversation-event.ts';

/** Events a reader may be behind before the conversation waits for it. */
export const DEFAULT_EVENT_BUFFER = 256;

/** Hands events to any number of readers, none of which can make it hold more than its buffer. */
export interface EventHub {
  /**
   * Gives an event to every reader. A promise comes back when a reader's buffer is full, and is done when there is room
   * again; without readers, or with quick ones, nothing is allocated and nothing is waited for.
   */
  publish(event: ConversationEvent): Promise<void> | undefined;
  /** A reader that sees every event from this call on. Leaving its loop frees it. */
  subscribe(): AsyncIterableIterator<ConversationEvent>;
  /** From now on nobody is waited for. */
  stopWaiting(): void;
  /** Readers finish after what they have not read yet. */
  end(): void;
}

interface Reader {
  readonly events: ConversationEvent[];
  wake: (() => void) | undefined;
}

/** A hub whose readers may each be `bufferSize` events behind. */
export function createEventHub(bufferSize = DEFAULT_EVENT_BUFFER): EventHub {
  const readers = new Set<Reader>();
  let ended = false;
  let patient = true;
  let room: { promise: Promise<void>; open: () => void } | undefined;

  const isFull = () => patient && [...readers].some((reader) => reader.events.length >= bufferSize);

  const makeRoom = () => {
    if (room === undefined || isFull()) return;
    room.open();
    room = undefined;
  };

  const waitForRoom = () => {
    room ??= openable();
    return room.promise;
  };

  const leave = (reader: Reader) => {
    readers.delete(reader);
    reader.events.length = 0;
    reader.wake?.();
    makeRoom();
  };

  return {
    publish(event) {
      if (readers.size === 0 || ended) return undefined;
      for (const reader of readers) {
        reader.events.push(event);
        reader.wake?.();
      }
      return isFull() ? waitForRoom() : undefined;
    },

    subscribe() {
      const reader: Reader = { events: [], wake: undefined };
      if (!ended) readers.add(reader);
      const done = { done: true, value: undefined } as const;
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        async next() {
          for (;;) {
            const event = reader.events.shift();
            if (event !== undefined) {
              makeRoom();
              return { done: false, value: event };
            }
            if (ended || !readers.has(reader)) return done;
            await untilWoken(reader);
          }
        },
        async return() {
          leave(reader);
          return done;
        },
      };
    },

    stopWaiting() {
      patient = false;
      makeRoom();
    },

    end() {
      ended = true;
      patient = false;
      makeRoom();
      for (const reader of readers) reader.wake?.();
    },
  };
}

// `next` may be called again before the first call has its event.
function untilWoken(reader: Reader): Promise<void> {
  return new Promise((resolve) => {
    const alsoWaiting = reader.wake;
    reader.wake = () => {
      reader.wake = undefined;
      alsoWaiting?.();
      resolve();
    };
  });
}

function openable(): { promise: Promise<void>; open: () => void } {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
