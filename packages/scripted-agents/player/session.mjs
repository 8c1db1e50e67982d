// @ts-check
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {ReturnType<typeof import('./voices/usage.mjs').reportedUsage>} Usage
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {boolean} isLost whether the session to go on with is not there
 * @property {(prompt: string, usage: Usage) => Usage} add puts the turn into the session and tells the session's totals
 */

/**
 * The session of this turn. With a folder it is kept there, a line a turn, unless the command line says otherwise; one
 * that is resumed has the lines of the turns before.
 *
 * @param {string | undefined} folder
 * @param {import('./command-line.mjs').CommandLine} commandLine
 * @param {string | undefined} newId
 * @returns {Session}
 */
export function openSession(folder, { sessionId, resumed, isKept }, newId) {
  const id = sessionId ?? newId ?? randomUUID();
  /** @param {string} of */
  const fileOf = (of) => join(folder ?? '', `session-${of}.jsonl`);
  const isLost = folder !== undefined && resumed !== undefined && !existsSync(fileOf(resumed));
  const goesOn = folder !== undefined && resumed !== undefined && !isLost;
  const before = goesOn ? readFileSync(fileOf(resumed), 'utf8') : '';
  return {
    id,
    isLost,
    add(prompt, usage) {
      const all = `${before}${JSON.stringify({ prompt, usage })}\n`;
      if (folder !== undefined && isKept) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(fileOf(id), all, { mode: 0o600 });
      }
      return totalOf(all);
    },
  };
}

/** @param {string} lines @returns {Usage} */
function totalOf(lines) {
  /** @type {Usage[]} */
  const turns = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).usage);
  /** @param {keyof Usage} count */
  const sum = (count) => turns.reduce((total, usage) => total + usage[count], 0);
  return {
    input: sum('input'),
    cached: sum('cached'),
    output: sum('output'),
    reasoning: sum('reasoning'),
    costUsd: sum('costUsd'),
  };
}
