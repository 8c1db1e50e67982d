// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dieBy } from './die.mjs';

/**
 * Plays a recorded stream byte for byte and ends as the recording did.
 *
 * @param {string} path
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<number>} the exit code
 */
export async function playRecording(path, output) {
  await output.write(readFileSync(path));
  const exitFile = path.replace(/(\.[^./]+)?$/, '.exit.json');
  const exit = existsSync(exitFile) ? JSON.parse(readFileSync(exitFile, 'utf8')) : {};
  if (typeof exit.signal === 'string') await dieBy(exit.signal);
  return exit.exitCode ?? 0;
}
