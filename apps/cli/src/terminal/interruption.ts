/** Signals that ask a program to stop, and what it then exits with. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Somebody wants the program to stop. */
export interface Interruption {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** What to exit with; missing as long as nobody interrupted. */
  exitCode(): number | undefined;
  /** Stops listening. */
  dispose(): void;
}

/** Listens for signals: the first one asks, the second one exits at once. */
export function listenForInterruption(): Interruption {
  const asked = new AbortController();
  let exitCode: number | undefined;
  const listeners = Object.entries(EXIT_CODES).map(([name, code]) => {
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
      for (const stop of listeners) stop();
    },
  };
}
