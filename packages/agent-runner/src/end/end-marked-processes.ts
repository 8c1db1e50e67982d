import { endFamily } from './end-family.ts';
import { checkMarker } from './marker.ts';
import { createProcessFamily } from './process-family.ts';

/** How the remaining processes are ended. */
export interface EndMarkedOptions {
  /** Time between SIGTERM and SIGKILL. Default 1 second. */
  readonly graceMs?: number | undefined;
}

const DEFAULT_GRACE_MS = 1_000;

/**
 * Ends every process on this machine that carries a turn's marker, and their descendants: the remaining processes of a
 * turn whose host is gone. Resolves when none is alive, immediately if there is none. Never ends the calling process.
 * Linux only: elsewhere markers of other processes cannot be read, and nothing is ended.
 *
 * @throws {TypeError} for a marker that `createMarker` would not make
 */
export async function endMarkedProcesses(marker: string, options: EndMarkedOptions = {}): Promise<void> {
  await endFamily(createProcessFamily(checkMarker(marker)), options.graceMs ?? DEFAULT_GRACE_MS);
}
