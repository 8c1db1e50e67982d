// @ts-check
import { appendFileSync } from 'node:fs';

/** @typedef {ReturnType<typeof createReceivedLog>} ReceivedLog */

/**
 * Logs what this run receives to a file. Each entry is written at once, because the process may be killed at any time.
 *
 * @param {string | undefined} path
 * @param {readonly string[]} args
 */
export function createReceivedLog(path, args) {
  const log = {
    /** @param {Record<string, unknown>} entry */
    note(entry) {
      if (path !== undefined) appendFileSync(path, `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
    },
  };
  log.note({ event: 'start', args, cwd: process.cwd(), envNames: Object.keys(process.env).sort() });
  return log;
}
