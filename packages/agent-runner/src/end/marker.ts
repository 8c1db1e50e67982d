import { randomBytes } from 'node:crypto';

/** Begins the name of the variable that marks the processes of one turn. */
export const MARKER_PREFIX = 'CTX_TURN_';

const MARKER = /^CTX_TURN_[0-9A-Z]{16,64}$/;

/** A new marker: the name of an environment variable that nothing else on the machine carries. */
export function createMarker(): string {
  return MARKER_PREFIX + randomBytes(9).toString('hex').toUpperCase();
}

/**
 * The marker, if it can be one. A short or common name could be carried by a stranger, which would then be ended.
 *
 * @throws {TypeError}
 */
export function checkMarker(marker: string): string {
  if (typeof marker === 'string' && MARKER.test(marker)) return marker;
  throw new TypeError(`A marker comes from createMarker(), unlike ${JSON.stringify(marker)}`);
}
