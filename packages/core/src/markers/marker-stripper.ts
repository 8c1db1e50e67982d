import { createFenceReader } from './fences.ts';
import { findMarkers } from './find-markers.ts';
import { isTaskLine } from './grammar.ts';
import { outermostMarkers, stripLine } from './strip-line.ts';

/** Strips a text that comes in pieces. */
export interface MarkerStripper {
  /** Takes the next piece, and returns the text that can be shown now. */
  push(piece: string): string;
  /** Returns the rest. */
  end(): string;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;
const BRACKET = /^[[［【]/;
/** A bracket that opens a marker, as far as one can see. */
const OPENING = /[[［【](?=[\sFTND]|$)/i;
const BLANK_OR_EMPHASIS = /[\s*_]/;
const OTHER_TEXT = /[^\s*_]/;

/**
 * Creates a stripper for text that is shown while it comes. It never shows half a marker: from a bracket that may open
 * one, it holds a line back to its end. All that it has shown is what `stripAllMarkers(text, 'strict')` gives. Linear in
 * the length of the text, in however small pieces it comes.
 */
export function createMarkerStripper(): MarkerStripper {
  const fences = createFenceReader();
  const line = createOpenLine();
  let out: string[] = [];
  // Line ends and blank lines. They are shown when more text follows, and not at the start.
  let gap: string[] = [];
  let isAtStart = true;
  let isInFence = false;
  let isInTask = false;
  let carriageReturn = '';

  function show(text: string): void {
    if (text === '') return;
    if (!isAtStart) for (const part of gap) out.push(part);
    gap = [];
    isAtStart = false;
    out.push(text);
  }

  function endLine(lineEnd: string): void {
    const text = line.text();
    const hidden = line.hidden();
    const place = fences.read(text);
    isInFence = place === 'opening' || place === 'inside';
    if (place !== 'outside') {
      isInTask = false;
      show(hidden);
      if (isInFence) show(lineEnd);
      else gap.push(lineEnd);
    } else if (isInTask && text.trim() !== '' && !BRACKET.test(text)) {
      // Goes with its line end.
    } else if (isTaskLine(text)) isInTask = true;
    else {
      isInTask = false;
      const stripped = stripLine(text, outermostMarkers(findMarkers(text)));
      if (text.trim() === '') gap.push(text, lineEnd);
      else if (stripped !== '') {
        show(stripped.slice(text.length - hidden.length));
        gap.push(lineEnd);
      }
    }
    line.clear();
  }

  function read(text: string): void {
    let from = 0;
    for (const { 0: lineEnd, index } of text.matchAll(LINE_END)) {
      addToLine(text.slice(from, index));
      endLine(lineEnd);
      from = index + lineEnd.length;
    }
    addToLine(text.slice(from));
  }

  function addToLine(text: string): void {
    if (isInTask) line.hold();
    show(line.add(text, isInFence));
  }

  function taken(): string {
    const text = out.join('');
    out = [];
    return text;
  }

  return {
    push(piece) {
      const text = carriageReturn + piece;
      // Maybe the first half of CR LF.
      carriageReturn = text.endsWith('\r') ? '\r' : '';
      read(carriageReturn === '' ? text : text.slice(0, -1));
      return taken();
    },
    end() {
      read(carriageReturn);
      carriageReturn = '';
      endLine('');
      return taken();
    },
  };
}

/** A line whose end has not come. */
function createOpenLine() {
  let parts: string[] = [];
  // What may still be removed: blanks and emphasis, and a bracket after them.
  let rest: string[] = [];
  let isHeld = false;
  return {
    text: () => parts.join(''),
    hidden: () => rest.join(''),
    /** Shows nothing more of this line. */
    hold: () => {
      isHeld = true;
    },
    clear() {
      parts = [];
      rest = [];
      isHeld = false;
    },
    /** Adds to the line, and returns what of it can be shown. In a fence, that is all. */
    add(text: string, isInFence: boolean): string {
      if (text === '') return '';
      parts.push(text);
      if (isInFence) return text;
      const endsInBracket = BRACKET.test(rest.at(-1)?.slice(-1) ?? '');
      if (isHeld || (!endsInBracket && !OTHER_TEXT.test(text))) {
        rest.push(text);
        return '';
      }
      const open = rest.join('') + text;
      const opening = open.search(OPENING);
      // With the next piece one will see whether a bracket at the end opens a marker.
      isHeld = opening !== -1 && opening < open.length - 1;
      let end = opening === -1 ? open.length : opening;
      while (end > 0 && BLANK_OR_EMPHASIS.test(open.charAt(end - 1))) end--;
      rest = [open.slice(end)];
      return open.slice(0, end);
    },
  };
}
