import { CodeSpans } from './code-spans.ts';
import { endOfLine, skipBlanks, splitAtFences } from './fences.ts';
import { MarkerFinder, type MarkerMatch, startsWith, TASK_BLOCK } from './grammar.ts';

/** A line as strict mode sees it; a fence, and a task block with the lines it takes, are one each. */
export interface StrictLine {
  readonly kind: 'text' | 'fence' | 'task-block';
  readonly text: string;
  /** `\n`, `\r\n`, or nothing at the end. */
  readonly ending: string;
  /** The markers that count, by their indices in `text`. */
  readonly markers: readonly MarkerMatch[];
}

const NONE: readonly MarkerMatch[] = [];
const OPENING_BRACKET = 91;
const QUOTE_LINE = /^ {0,3}>/;

/** The lines of a text with the markers that count in strict mode: on one line, not in code, not in a quote. */
export function* strictLines(text: string): Generator<StrictLine> {
  for (const { fenced, start, end } of splitAtFences(text)) {
    if (fenced) yield { kind: 'fence', ...lineAt(text, start, end), markers: NONE };
    else yield* linesOutsideFences(text, start, end);
  }
}

function* linesOutsideFences(text: string, from: number, pieceEnd: number): Generator<StrictLine> {
  for (let start = from; start < pieceEnd; ) {
    const lineEnd = endOfLine(text, start);
    const line = lineAt(text, start, lineEnd);
    if (isTaskMarker(line.text)) {
      const blockEnd = endOfTaskBlock(text, lineEnd, pieceEnd);
      yield { kind: 'task-block', ...lineAt(text, start, blockEnd), markers: NONE };
      start = blockEnd + 1;
    } else {
      yield { kind: 'text', ...line, markers: QUOTE_LINE.test(line.text) ? NONE : markersOf(line.text) };
      start = lineEnd + 1;
    }
  }
}

/** `end` is the index of the newline, or of the end of the text. */
function lineAt(text: string, start: number, end: number): { text: string; ending: string } {
  if (end >= text.length) return { text: text.slice(start), ending: '' };
  const isCrLf = end > start && text.charCodeAt(end - 1) === 13;
  return isCrLf ? { text: text.slice(start, end - 1), ending: '\r\n' } : { text: text.slice(start, end), ending: '\n' };
}

function isTaskMarker(line: string): boolean {
  const start = skipBlanks(line, 0);
  const end = start + TASK_BLOCK.length;
  return startsWith(line, TASK_BLOCK, start) && skipBlanks(line, end) === line.length;
}

/** Index of the newline behind the last line that the block takes; `from` is the one behind its marker. */
function endOfTaskBlock(text: string, from: number, pieceEnd: number): number {
  let end = from;
  while (end + 1 < pieceEnd && text.charCodeAt(end + 1) !== OPENING_BRACKET) {
    const lineEnd = endOfLine(text, end + 1);
    if (text.slice(end + 1, lineEnd).trim() === '') break;
    end = lineEnd;
  }
  return end;
}

// Backticks inside a marker are part of it and open no code; a bracket inside code opens no marker.
function markersOf(line: string): readonly MarkerMatch[] {
  let bracket = line.indexOf('[');
  if (bracket === -1) return NONE;
  const finder = new MarkerFinder(line);
  const spans = new CodeSpans(line);
  const markers: MarkerMatch[] = [];
  let span = spans.firstAt(0);
  while (bracket !== -1) {
    let resume = bracket + 1;
    if (span !== undefined && span.start < bracket) {
      resume = span.end;
      span = spans.firstAt(resume);
    } else {
      const match = finder.at(bracket);
      if (match !== undefined) {
        markers.push(match);
        resume = match.end;
        span = spans.firstAt(resume);
      }
    }
    bracket = line.indexOf('[', resume);
  }
  return markers;
}
