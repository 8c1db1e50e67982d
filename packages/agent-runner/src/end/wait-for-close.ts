import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from '../start/child-process.ts';

const CLOSE_DEADLINE_MS = 1_000;

/**
 * Waits until a process's pipes are closed, when all its output has been read. A process that could not be ended may
 * hold them open: after a second without new output they are closed here. Time in which the reader is behind does not
 * count.
 */
export async function waitForClose(
  child: ChildProcess,
  closed: Promise<unknown>,
  isReaderBehind: () => boolean,
): Promise<void> {
  for (;;) {
    const bytesBefore = bytesRead(child);
    const timer = new AbortController();
    const isClosed = await Promise.race([
      closed.then(() => true),
      sleep(CLOSE_DEADLINE_MS, false, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    if (isClosed) return;
    // After the host was busy, timers fire before pipes are read. Let the waiting output be read first.
    await nextTurn();
    if (!isReaderBehind() && bytesRead(child) === bytesBefore) break;
  }
  for (const stream of child.stdio) stream?.destroy();
}

function bytesRead(child: ChildProcess): number {
  return (child.stdout as { bytesRead?: number } | null)?.bytesRead ?? 0;
}
