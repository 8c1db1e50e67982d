/** A queue between one writer and one reader, in order. */
export interface EventChannel<T> {
  push(item: T): void;
  /** Ends the queue. The reader still gets the items that are waiting. */
  close(): void;
  /** Ends the queue. After the waiting items the reader gets this error. */
  fail(error: unknown): void;
  /** True while no item is waiting. */
  readonly isEmpty: boolean;
  /** Resolves when no item is waiting any more, or the reader has stopped reading. */
  whenEmpty(): Promise<void>;
  readonly iterator: AsyncIterableIterator<T>;
}

/** Callbacks that tell the writer about the reader. */
export interface EventChannelOptions {
  /** Called on the first read. */
  readonly onStart: () => void;
  /** Called when the reader stops before the end. Its `return()` resolves after this. */
  readonly onLeave: () => Promise<void>;
}

interface Waiter<T> {
  readonly resolve: (result: IteratorResult<T>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates an empty channel. All events of one output chunk are pushed at once; reading a waiting item then costs one
 * resolved promise and no event-loop turn.
 */
export function createEventChannel<T>(options: EventChannelOptions): EventChannel<T> {
  let items: T[] = [];
  let position = 0;
  let started = false;
  let ended: { readonly error?: unknown } | undefined;
  const waiters: Waiter<T>[] = [];
  const emptyListeners: (() => void)[] = [];

  /** Called after the end. Skips no item: items and reads never wait at the same time. */
  const settleWaiters = (): void => {
    for (const waiter of waiters.splice(0)) finish(waiter);
  };

  const finish = (waiter: Waiter<T>): void => {
    if (ended && 'error' in ended) {
      const { error } = ended;
      ended = {};
      waiter.reject(error);
    } else waiter.resolve({ done: true, value: undefined });
  };

  const take = (): IteratorResult<T> => {
    const value = items[position++] as T;
    if (position === items.length) clear();
    return { done: false, value };
  };

  const clear = (): void => {
    items = [];
    position = 0;
    for (const listener of emptyListeners.splice(0)) listener();
  };

  const iterator: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => iterator,
    next() {
      if (!started) {
        started = true;
        options.onStart();
      }
      if (position < items.length) return Promise.resolve(take());
      return new Promise((resolve, reject) => {
        if (ended === undefined) waiters.push({ resolve, reject });
        else finish({ resolve, reject });
      });
    },
    async return() {
      const mustLeave = started && ended === undefined;
      started = true;
      ended = {};
      clear();
      settleWaiters();
      if (mustLeave) await options.onLeave();
      return { done: true, value: undefined };
    },
  };

  return {
    push(item) {
      if (ended !== undefined) return;
      const waiter = waiters.shift();
      if (waiter) waiter.resolve({ done: false, value: item });
      else items.push(item);
    },
    close() {
      ended ??= {};
      settleWaiters();
    },
    fail(error) {
      ended ??= { error };
      settleWaiters();
    },
    get isEmpty() {
      return position === items.length;
    },
    whenEmpty: () =>
      position === items.length ? Promise.resolve() : new Promise((resolve) => void emptyListeners.push(resolve)),
    iterator,
  };
}
