import { isBrokenConnection } from '@ctx/store-postgres';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Runs `work` again while it fails because of a broken connection, unless the signal is aborted. */
export async function retryWhileDisconnected<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const isBroken = isBrokenConnection(error) || isBrokenConnection((error as Error | undefined)?.cause);
      if (signal.aborted || !isBroken) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
