// @ts-check
/** @import { Run } from './styled-lines.mjs' */

/** Left out of the picture, so that it fits a screen: the first of these turns, and the advice at the end. */
const LEFT_OUT = /^(● Max|Try next)/;

/**
 * The lines for the picture: all but some turns, in whose place stands a mark.
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
