// @ts-check
/** @import { Run } from './styled-lines.mjs' */

/** Max's first turn and the hints at the end are left out, so that the picture fits a screen. */
const LEFT_OUT = /^(● Max|Try next)/;

/**
 * Chooses the lines for the picture. A `⋮` stands for a turn that is left out.
 *
 * @param {Run[][]} lines
 * @returns {Run[][]}
 */
export function chooseLines(lines) {
  /** @type {Run[][]} */
  const chosen = [];
  let isLeftOut = false;
  /** @type {Set<string>} */
  const seen = new Set();
  for (const line of lines) {
    const text = line.map((run) => run.text).join('');
    if (/^(●|What each|Try next)/.test(text)) {
      isLeftOut = LEFT_OUT.test(text) && !seen.has(text);
      seen.add(text);
      if (isLeftOut && text.startsWith('●'))
        chosen.push([{ text: '⋮ ', color: undefined, bold: false, dim: true }], []);
    }
    if (!isLeftOut && text !== '$') chosen.push(line);
  }
  return chosen;
}
