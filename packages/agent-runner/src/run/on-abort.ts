interface Listening {
  readonly listeners: Set<() => void>;
  readonly callAll: () => void;
}

const listening = new WeakMap<AbortSignal, Listening>();

/**
 * Calls `listener` when the signal is aborted, until the returned function is called. Many turns may share one signal:
 * it gets a single listener of ours, or Node would warn of a leak at the eleventh.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  const { listeners, callAll } = listening.get(signal) ?? startListening(signal);
  listeners.add(listener);
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    listening.delete(signal);
    signal.removeEventListener('abort', callAll);
  };
}

function startListening(signal: AbortSignal): Listening {
  const listeners = new Set<() => void>();
  const callAll = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const started = { listeners, callAll };
  listening.set(signal, started);
  signal.addEventListener('abort', callAll, { once: true });
  return started;
}
