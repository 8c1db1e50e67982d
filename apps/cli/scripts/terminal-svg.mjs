// @ts-check
import stringWidth from 'string-width';

/** @import { Run } from './styled-lines.mjs' */

const CHARACTER_WIDTH = 8.4;
const LINE_HEIGHT = 19;
const MARGIN = 18;
const TITLE_BAR = 34;
const INK = '#d4d7dd';
const COLORS = {
  red: '#f47067',
  green: '#8ddb8c',
  yellow: '#e0b252',
  blue: '#6cb6ff',
  magenta: '#dcbdfb',
  cyan: '#76e3ea',
  'bright-black': '#768390',
};

/**
 * Draws a terminal window with these lines. Each run of a style has its own position, so that columns align in any font.
 *
 * @param {Run[][]} lines
 * @param {{ columns: number, title: string }} options
 */
export function drawTerminal(lines, { columns, title }) {
  const width = Math.ceil(columns * CHARACTER_WIDTH + 2 * MARGIN);
  const height = Math.ceil(lines.length * LINE_HEIGHT + TITLE_BAR + MARGIN);
  const rows = lines.map((line, index) => drawLine(line, TITLE_BAR + (index + 1) * LINE_HEIGHT - 5));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)} in a terminal">
<rect width="${width}" height="${height}" rx="8" fill="#22272e"/>
<g fill="#444c56"><circle cx="20" cy="17" r="5.5"/><circle cx="38" cy="17" r="5.5"/><circle cx="56" cy="17" r="5.5"/></g>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${INK}">
${rows.filter((row) => row !== '').join('\n')}
</g>
</svg>
`;
}

/** Words with single blanks between them. Browsers disagree on several blanks, so each piece has its own position. */
const PIECE = /\S+(?: \S+)*/g;

/** @param {Run[]} line @param {number} y */
function drawLine(line, y) {
  let column = 0;
  return line
    .flatMap((run) => {
      const start = column;
      column += stringWidth(run.text);
      const style = [
        run.color === undefined ? '' : ` fill="${COLORS[/** @type {keyof typeof COLORS} */ (run.color)] ?? INK}"`,
        run.bold ? ' font-weight="bold"' : '',
        run.dim ? ' opacity="0.6"' : '',
      ].join('');
      return [...run.text.matchAll(PIECE)].map(({ 0: piece, index }) => {
        const x = MARGIN + (start + stringWidth(run.text.slice(0, index))) * CHARACTER_WIDTH;
        const length = stringWidth(piece) * CHARACTER_WIDTH;
        return `<text x="${x.toFixed(1)}" y="${y}" textLength="${length.toFixed(1)}" lengthAdjust="spacingAndGlyphs"${style}>${escapeXml(piece)}</text>`;
      });
    })
    .join('');
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
