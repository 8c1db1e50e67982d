import { requireNoMore } from '@ctx/contract';
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
 * @throws {TypeError} for a marker that `createMarker` would not make, and for an option that does not exist
 */
export async function endMarkedProcesses(
  marker: string,
  { graceMs = DEFAULT_GRACE_MS, ...unknown }: EndMarkedOptions = {},
): Promise<void> {
  requireNoMore(unknown satisfies Record<string, never>);
  await endFamily(createProcessFamily(checkMarker(marker)), graceMs);
}
