interface SharedListener {
  readonly listeners: Set<() => void>;
  readonly callAll: () => void;
}

const sharedListeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls `listener` when the signal is aborted, until the returned function is called. Many turns may share one signal,
 * so the signal gets only one real listener: Node warns of a leak at the eleventh.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  const { listeners, callAll } = sharedListeners.get(signal) ?? startListening(signal);
  listeners.add(listener);
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    sharedListeners.delete(signal);
    signal.removeEventListener('abort', callAll);
  };
}

function startListening(signal: AbortSignal): SharedListener {
  const listeners = new Set<() => void>();
  const callAll = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const started = { listeners, callAll };
  sharedListeners.set(signal, started);
  signal.addEventListener('abort', callAll, { once: true });
  return started;
}
