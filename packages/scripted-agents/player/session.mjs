// @ts-check
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {ReturnType<typeof import('./streams/usage.mjs').reportedUsage>} Usage
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {boolean} isLost whether the session to resume does not exist
 * @property {(prompt: string, usage: Usage) => Usage} add adds the turn to the session and returns the session's totals
 */

/**
 * Opens the session of this turn. It is saved in `folder`, if given, with one line per turn, unless the command line says
 * otherwise. A resumed session starts with the lines of its earlier turns.
 *
 * @param {string | undefined} folder
 * @param {import('./command-line.mjs').CommandLine} commandLine
 * @param {string | undefined} newId
 * @returns {Session}
 */
export function openSession(folder, { sessionId, resumed, isKept }, newId) {
  const id = sessionId ?? newId ?? randomUUID();
  /** @param {string} sessionId */
  const fileOf = (sessionId) => join(folder ?? '', `session-${sessionId}.jsonl`);
  const isLost = folder !== undefined && resumed !== undefined && !existsSync(fileOf(resumed));
  const isResumed = folder !== undefined && resumed !== undefined && !isLost;
  const earlierLines = isResumed ? readFileSync(fileOf(resumed), 'utf8') : '';
  return {
    id,
    isLost,
    add(prompt, usage) {
      const lines = `${earlierLines}${JSON.stringify({ prompt, usage })}\n`;
      if (folder !== undefined && isKept) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(fileOf(id), lines, { mode: 0o600 });
      }
      return totalOf(lines);
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
