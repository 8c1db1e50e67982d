// @ts-check

/**
 * @typedef {object} Run
 * @property {string} text
 * @property {string | undefined} color name of one of the sixteen colours
 * @property {boolean} bold
 * @property {boolean} dim
 */

const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const SEQUENCE = new RegExp(`${String.fromCharCode(27)}\\[([0-9;]*)m`);

/**
 * Splits text with colour escape sequences into runs of one style each.
 *
 * @param {string} text
 * @returns {Run[][]} one list per line
 */
export function readStyledLines(text) {
  let style = plain();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      /** @type {Run[]} */
      const runs = [];
      // Splitting by a pattern with a group gives text and codes alternately.
      for (const [index, part] of line.split(SEQUENCE).entries()) {
        if (index % 2 === 1) style = part.split(';').reduce(apply, style);
        else if (part !== '') runs.push({ text: part, ...style });
      }
      return runs;
    });
}

function plain() {
  return { color: /** @type {string | undefined} */ (undefined), bold: false, dim: false };
}

/** @param {ReturnType<typeof plain>} style @param {string} code */
function apply(style, code) {
  const number = Number(code);
  if (number === 0) return plain();
  if (number === 1) return { ...style, bold: true };
  if (number === 2) return { ...style, dim: true };
  if (number === 22) return { ...style, bold: false, dim: false };
  if (number === 39) return { ...style, color: undefined };
  if (number >= 30 && number <= 37) return { ...style, color: COLORS[number - 30] };
  if (number >= 90 && number <= 97) return { ...style, color: `bright-${COLORS[number - 90]}` };
  return style;
}
