import { createRandom } from './random.mjs';
import { createAsciiSource } from './text.mjs';

const BYTES = 600_000;
const HOSTILE = [
  '[FROM:',
  '[NEXT:',
  '[DROP:',
  '[TEAM_TASK:',
  '[TEAM_TASK]',
  '[',
  '[FROM:[NEXT:[DROP:[TEAM_TASK:',
  ' \n',
  '`',
];

/** The names of the marker workloads. Each is repeated to a text of 600 KB. */
export const MARKER_WORKLOADS = HOSTILE;

/** The hostile text of a workload. */
export function hostileText(unit) {
  return Buffer.from(unit.repeat(Math.ceil(BYTES / unit.length)).slice(0, BYTES)).toString();
}

/** Plain text of the same size. */
export function cleanText(seed) {
  return createAsciiSource(createRandom(seed)).take(BYTES);
}
