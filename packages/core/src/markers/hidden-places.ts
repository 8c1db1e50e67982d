import { codeSpansOf } from './code-spans.ts';
import { contentStart, type Piece, splitAtFences } from './fences.ts';
import { linesOf } from './lines.ts';
import { linkEnds } from './link-ends.ts';
import { tagEnd } from './tag-end.ts';

const INDENTED = /^(?:\s{4}|\s{0,3}\t)/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
// Text in one of these does not go on into the next one, so nothing that is opened in one is closed in another.
const NEW_BLOCK = /^(?:$|>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)/;
const OPENING =
  /\\[^`]|`+|~~|<!--|<(?:pre|code|blockquote|samp|kbd|script|style|textarea)(?=[\s>])|<(?=[a-z])|\b(?:https?|ftp):\/\/(?=[^\s<])|[[\]]/gi;
const ADDRESS = /[^\s<]*/y;

/**
 * Marks each character with 1 that Markdown does not show as plain text: indented code, quotes in a list, code spans
 * (also over several lines), HTML comments, elements for code and quotes, links, struck and escaped characters.
 */
export function hiddenPlaces(text: string): Uint8Array {
  const pieces = splitAtFences(text);
  const outside = withoutFences(pieces);
  const hidden = new Uint8Array(outside.length);
  const endOfElement = elementEnds(outside);
  let free = 0;
  for (const { start, end } of blocksOf(outside, pieces, hidden)) {
    free = hideParts(outside.slice(start, end), start, Math.max(start, free), hidden, endOfElement);
  }
  return hidden;
}

/**
 * The text with each fence replaced by a quoted line of the same length. So indexes stay, and nothing in a fence closes
 * what is opened outside.
 */
function withoutFences(pieces: readonly Piece[]): string {
  return pieces.map(({ fenced, text }) => (fenced ? `${'>'.repeat(text.length)}\n` : text)).join('');
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** The blocks of a text, such as paragraphs and list items. Hides indented code and quotes on the way. */
function* blocksOf(text: string, pieces: readonly Piece[], hidden: Uint8Array): Generator<Block> {
  const fences = new Map(pieces.filter(({ fenced }) => fenced).map((piece) => [piece.start, piece.text]));
  let isAfterBlank = true;
  let isCode = false;
  let isInList = false;
  let from = 0;
  for (const { start, text: line, next } of linesOf(text)) {
    const fence = fences.get(start);
    const shown = fence ?? line;
    const content = line.trimStart();
    const isBlank = content === '';
    const isIndented = INDENTED.test(shown);
    const isItem: boolean = (isInList || !isIndented) && LIST_ITEM.test(shown.trimStart());
    isInList = isItem || (isInList && (isBlank || !isAfterBlank || /^\s/.test(shown)));
    isCode =
      fence === undefined && (isCode ? isBlank || isIndented : isIndented && !isInList && !isBlank && isAfterBlank);
    isAfterBlank = isBlank;
    if (isCode || line.slice(contentStart(line)).trimStart().startsWith('>')) hidden.fill(1, start, next);
    if (!NEW_BLOCK.test(content) || start === from) continue;
    yield { start: from, end: start };
    from = start;
  }
  yield { start: from, end: text.length };
}

/** Finds the end of an element or comment that is opened before an index; -1 if it is never closed. */
function elementEnds(text: string): (opening: string, from: number) => number {
  const unclosed = new Set<string>();
  return (opening, from) => {
    if (unclosed.has(opening)) return -1;
    const closing = opening === '<!--' ? /-->/g : new RegExp(`</${opening.slice(1)}[\\s>]`, 'gi');
    closing.lastIndex = from;
    if (closing.test(text)) return closing.lastIndex;
    // Searching to the end again for each opening would be quadratic.
    unclosed.add(opening);
    return -1;
  };
}

/** Hides parts of a block from `from` on, and returns where the last one ends: maybe in a later block. */
function hideParts(
  block: string,
  offset: number,
  from: number,
  hidden: Uint8Array,
  endOfElement: ReturnType<typeof elementEnds>,
): number {
  let free = from;
  let struck: number | undefined;
  const brackets: number[] = [];
  const spans = new Map(codeSpansOf(block).map(({ start, end }) => [start, end]));
  const links = linkEnds(block);
  OPENING.lastIndex = from - offset;
  for (let found = OPENING.exec(block); found !== null; found = OPENING.exec(block)) {
    const { index, 0: sign } = found;
    const after = index + sign.length;
    let start = index;
    let end = -1;
    if (sign === '[') brackets.push(index);
    else if (sign === ']') {
      start = brackets.pop() ?? index;
      end = links(start, after);
    } else if (sign === '~~') {
      if (struck !== undefined) [start, end] = [struck, after];
      struck = struck === undefined ? index : undefined;
    } else if (sign.startsWith('`')) end = spans.get(index) ?? spans.get(index + 1) ?? -1;
    else if (sign === '<') end = tagEnd(block, index);
    else if (sign.startsWith('<')) {
      // The dashes that open a comment may also close it, as in `<!-->`.
      const close = endOfElement(sign.toLowerCase(), offset + index + 2);
      end = close === -1 ? -1 : close - offset;
    } else if (sign.startsWith('\\')) end = after;
    else {
      ADDRESS.lastIndex = after;
      ADDRESS.test(block);
      end = ADDRESS.lastIndex;
    }
    if (end === -1) continue;
    hidden.fill(1, offset + start, offset + end);
    free = offset + end;
    OPENING.lastIndex = end;
    if (end >= block.length) break;
  }
  return free;
}
