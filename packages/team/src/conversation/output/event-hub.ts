import type { ConversationEvent } from '../conversation-event.ts';
import { type PromiseWithResolver, withResolvers } from '../with-resolvers.ts';

/** How many unread events a reader may have before the conversation waits for it. */
const DEFAULT_EVENT_BUFFER = 256;

/** Gives events to any number of readers, each with a buffer of its own. */
export interface EventHub {
  /**
   * Gives an event to every reader. If a reader's buffer is full then, returns a promise that resolves when there is
   * room again. Otherwise returns `undefined`, so that there is nothing to wait for.
   */
  publish(event: ConversationEvent): Promise<void> | undefined;
  /** A reader that gets every event from this call on. Leaving its loop unsubscribes it. */
  subscribe(): AsyncIterableIterator<ConversationEvent>;
  /** From now on, `publish` waits for no reader. Events are still delivered. */
  stopWaiting(): void;
  /** Readers still get their unread events, then their loops end. */
  end(): void;
}

interface Reader {
  readonly events: ConversationEvent[];
  wake: (() => void) | undefined;
}

/** Creates a hub whose readers may have `bufferSize` unread events each. */
export function createEventHub(bufferSize = DEFAULT_EVENT_BUFFER): EventHub {
  const readers = new Set<Reader>();
  let ended = false;
  let waitsForReaders = true;
  let room: PromiseWithResolver | undefined;

  const isFull = () => waitsForReaders && [...readers].some((reader) => reader.events.length >= bufferSize);

  const resolveIfRoom = () => {
    if (room === undefined || isFull()) return;
    room.resolve();
    room = undefined;
  };

  const waitForRoom = () => {
    room ??= withResolvers();
    return room.promise;
  };

  const leave = (reader: Reader) => {
    readers.delete(reader);
    reader.events.length = 0;
    reader.wake?.();
    resolveIfRoom();
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
              resolveIfRoom();
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
      waitsForReaders = false;
      resolveIfRoom();
    },

    end() {
      ended = true;
      waitsForReaders = false;
      resolveIfRoom();
      for (const reader of readers) reader.wake?.();
    },
  };
}

// `next` may be called again while an earlier call still waits; all of them are woken.
function untilWoken(reader: Reader): Promise<void> {
  return new Promise((resolve) => {
    const wakeEarlier = reader.wake;
    reader.wake = () => {
      reader.wake = undefined;
      wakeEarlier?.();
      resolve();
    };
  });
}
