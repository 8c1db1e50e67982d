import { endFamily } from './end-family.ts';
import { checkMarker } from './marker.ts';
import { createProcessFamily } from './process-family.ts';

/** How processes that were left behind are ended. */
export interface EndMarkedOptions {
  /** Time between SIGTERM and SIGKILL. Default 1 second. */
  readonly graceMs?: number | undefined;
}

const DEFAULT_GRACE_MS = 1_000;

/**
 * Ends every process on this machine that carries a turn's marker, and all they have started: what is left of a turn whose
 * host is gone. Resolves when none lives, at once if there is none. Never ends the process it is called in. Linux only:
 * elsewhere a marker cannot be seen from outside, and nothing is ended.
 *
 * @throws {TypeError} for a marker that `createMarker` would not make
 */
export async function endMarkedProcesses(marker: string, options: EndMarkedOptions = {}): Promise<void> {
  await endFamily(createProcessFamily(checkMarker(marker)), options.graceMs ?? DEFAULT_GRACE_MS);
}
