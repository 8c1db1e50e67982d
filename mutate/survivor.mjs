import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {object} Mutant as Stryker reports it; lines and columns count from 1
 * @property {string} fileName
 * @property {string} status
 * @property {string} [replacement]
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 *
 * @typedef {object} Survivor
 * @property {string} file relative to the root
 * @property {number} line
 * @property {string} code the source line on which the change starts
 * @property {string} becomes that line after the change; only the first one if the change has several lines
 *
 * @typedef {object} Excuse why no test can kill a survivor
 * @property {string} file
 * @property {string} code
 * @property {string} becomes
 * @property {string} reason
 */

/**
 * The mutants that no test noticed, in a readable form.
 * @param {string} root
 * @param {readonly Mutant[]} mutants
 * @returns {Survivor[]}
 */
export function survivorsOf(root, mutants) {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, replacement = '', location: { start, end } }) => {
      const lines = readFileSync(fileName, 'utf8').split('\n');
      const first = lines[start.line - 1] ?? '';
      const rest = start.line === end.line ? first.slice(end.column - 1) : ' …';
      return {
        file: relative(root, fileName),
        line: start.line,
        code: first.trim(),
        becomes: `${first.slice(0, start.column - 1)}${replacement.split('\n')[0]}${rest}`.trim(),
      };
    })
    .sort(byPlace);
}

/** @param {Survivor} a @param {Survivor} b */
function byPlace(a, b) {
  if (a.file === b.file) return a.line - b.line;
  return a.file < b.file ? -1 : 1;
}

/**
 * Finds the excuse for a survivor by the text of the line. Line numbers would change with every edit above.
 * @param {Survivor} survivor
 * @param {readonly Excuse[]} excuses
 * @returns {Excuse | undefined}
 */
export function excuseFor(survivor, excuses) {
  return excuses.find(
    ({ file, code, becomes }) => file === survivor.file && code === survivor.code && becomes === survivor.becomes,
  );
}
