/** The signals that ask a program to stop, with their exit codes. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** A request to stop the program. */
export interface Interruption {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** The exit code; undefined until a signal arrives. */
  exitCode(): number | undefined;
  /** Stops listening. */
  dispose(): void;
}

/** Listens for signals. The first one aborts `signal`, the second one exits at once. */
export function listenForInterruption(): Interruption {
  const asked = new AbortController();
  let exitCode: number | undefined;
  const removeListeners = Object.entries(EXIT_CODES).map(([name, code]) => {
    const listener = () => {
      if (exitCode !== undefined) process.exit(code);
      exitCode = code;
      asked.abort();
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  return {
    signal: asked.signal,
    exitCode: () => exitCode,
    dispose: () => {
      for (const remove of removeListeners) remove();
    },
  };
}
