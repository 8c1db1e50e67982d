// @ts-check
import { appendFileSync } from 'node:fs';

/** @typedef {ReturnType<typeof createNotebook>} Notebook */

/**
 * Writes what this run receives to a file, each entry at once: the process may be killed at any time.
 *
 * @param {string | undefined} path
 * @param {readonly string[]} args
 */
export function createNotebook(path, args) {
  const notebook = {
    /** @param {Record<string, unknown>} entry */
    note(entry) {
      if (path !== undefined) appendFileSync(path, `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
    },
  };
  notebook.note({ event: 'start', args, cwd: process.cwd(), envNames: Object.keys(process.env).sort() });
  return notebook;
}
