import { codeSpanEnds } from './code-spans.ts';
import { linesOf } from './lines.ts';

const BULLET = /(?:[-*+]|\d{1,9}[.)])\s+/y;
const OPENING = /\\[\s\S]|`+|<!--|<(?:pre|code)(?=[\s>])/gi;

/**
 * Marks each character with 1 that Markdown does not show as plain text: indented code, quotes in a list, code spans
 * (also over several lines), HTML comments, `<pre>` and `<code>` elements, and escaped characters.
 */
export function hiddenPlaces(text: string): Uint8Array {
  const hidden = new Uint8Array(text.length);
  hideLines(text, hidden);
  hideParts(text, hidden);
  return hidden;
}

function hideLines(text: string, hidden: Uint8Array): void {
  let isAfterBlank = false;
  let isCode = false;
  for (const { start, text: line, next } of linesOf(text)) {
    let at = line.length - line.trimStart().length;
    isCode = (isAfterBlank || isCode) && (at >= 4 || line.slice(0, at).includes('\t'));
    isAfterBlank = at === line.length;
    BULLET.lastIndex = at;
    while (BULLET.test(line)) at = BULLET.lastIndex;
    if (isCode || line.charAt(at) === '>') hidden.fill(1, start, next);
  }
}

/** An element, comment or span that is never closed hides nothing. */
function hideParts(text: string, hidden: Uint8Array): void {
  const spanEnds = codeSpanEnds(text);
  const closings = new Map([
    ['<!--', /-->/g],
    ['<pre', /<\/pre[\s>]/gi],
    ['<code', /<\/code[\s>]/gi],
  ]);
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const opening = match[0].toLowerCase();
    const start = match.index;
    const closing = closings.get(opening);
    let end = opening.startsWith('\\') ? start + 2 : spanEnds.get(start);
    if (closing !== undefined) {
      // The dashes that open a comment may also close it, as in `<!-->`.
      closing.lastIndex = start + 2;
      if (closing.test(text)) end = closing.lastIndex;
      // Searching to the end again for each opening would be quadratic.
      else closings.delete(opening);
    }
    if (end === undefined) continue;
    hidden.fill(1, start, end);
    OPENING.lastIndex = end;
  }
}
