const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Does something again until it succeeds, or the signal is aborted; then the last failure is thrown. */
export async function patiently<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
