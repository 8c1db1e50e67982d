import { randomBytes } from 'node:crypto';

/** Prefix of the variable that marks the processes of one turn. */
export const MARKER_PREFIX = 'CTX_TURN_';

const MARKER = /^CTX_TURN_[0-9A-Z]{16,64}$/;

/** Creates a marker: the name of an environment variable that no other process on the machine has. */
export function createMarker(): string {
  return MARKER_PREFIX + randomBytes(9).toString('hex').toUpperCase();
}

/**
 * Returns the marker if it is valid. A short or common name could be set in unrelated processes, which would be ended.
 *
 * @throws {TypeError} for anything that `createMarker` would not make
 */
export function checkMarker(marker: string): string {
  if (typeof marker === 'string' && MARKER.test(marker)) return marker;
  throw new TypeError(`marker must come from createMarker(), not ${JSON.stringify(marker)}`);
}
