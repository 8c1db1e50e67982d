import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '@ctx/contract';

/** The place of a turn in this folder, which a driver's `command` takes. Without a folder, the host's working directory. */
export async function placeOf(cwd: string = process.cwd()): Promise<Place> {
  const absolute = path.resolve(cwd);
  // A folder that does not exist fails at the start, with an error of its own.
  return { cwd: absolute, realCwd: await realpath(absolute).catch(() => absolute) };
}
