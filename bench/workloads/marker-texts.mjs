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

/** What is repeated for 600 KB, as the names of the marker workloads. */
export const MARKER_WORKLOADS = HOSTILE;

/** The hostile text of a workload. */
export function hostileText(unit) {
  return Buffer.from(unit.repeat(Math.ceil(BYTES / unit.length)).slice(0, BYTES)).toString();
}

/** Plain words of the same size. */
export function cleanText(seed) {
  return createAsciiSource(createRandom(seed)).take(BYTES);
}
