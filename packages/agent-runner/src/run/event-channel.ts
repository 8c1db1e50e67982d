/** Where one side puts items and the other reads them, in order, one reader. */
export interface EventChannel<T> {
  push(item: T): void;
  /** No more items; the reader still gets those that wait. */
  close(): void;
  /** The reader gets this error instead of further items. */
  fail(error: unknown): void;
  /** True while the reader has everything there is. */
  readonly isEmpty: boolean;
  /** Resolves when the reader has caught up, or has left. */
  whenEmpty(): Promise<void>;
  readonly iterator: AsyncIterableIterator<T>;
}

/** What the writing side wants to know about the reader. */
export interface EventChannelOptions {
  /** First read. */
  readonly onStart: () => void;
  /** The reader left early; it is told so once this resolves. */
  readonly onLeave: () => Promise<void>;
}

interface Waiter<T> {
  readonly resolve: (result: IteratorResult<T>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A channel made for batches: whatever one chunk of a process's output held is pushed at once, and reading what waits
 * costs one resolved promise an item, no event-loop turn.
 */
export function createEventChannel<T>(options: EventChannelOptions): EventChannel<T> {
  let items: T[] = [];
  let position = 0;
  let started = false;
  let ended: { readonly error?: unknown } | undefined;
  const waiters: Waiter<T>[] = [];
  const emptyListeners: (() => void)[] = [];

  /** Nothing more comes. Whoever waits has read all there was: items never wait while a reader does. */
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
