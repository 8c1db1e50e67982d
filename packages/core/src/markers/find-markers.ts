import { codeSpansOf, spanAround } from './code-spans.ts';
import { createFenceReader, mayHoldFences } from './fences.ts';
import { closingFinder, isTaskLine, type MarkerType, mayHoldMarkers, nextOpening } from './grammar.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { type Line, linesOf } from './lines.ts';

/** A marker in a text, or something that only looks like one. */
export interface FoundMarker {
  readonly type: MarkerType;
  /** The names as they were written, or the text of the task, trimmed. Of a near miss, all of it. */
  readonly value: string;
  /** Index of the opening bracket. */
  readonly start: number;
  /** Index after the closing bracket, or after the last line of a task block. */
  readonly end: number;
  /** Whether routing reads it. Strict stripping removes it anyway, unless it is a near miss. */
  readonly counts: boolean;
  /** A bracket that begins with NEXT or DROP but is no marker, such as `[NEXT] max`. It calls nobody. */
  readonly nearMiss?: true | undefined;
}

const QUOTE = /^ {0,3}>/;
const BRACKET = /^[[［【]/;
// Unicode counts the heavy ornaments ❛ to ❠ as symbols.
const QUOTATION_MARK = /[\p{Quotation_Mark}《》〈〉´′″❛-❠]/u;

/**
 * Finds the markers of a text, in order, as strict mode reads them: on one line, outside fences, code spans and quotes.
 * A marker that Markdown does not show as plain text, as in an HTML comment or in indented code, is found but does not
 * count, and inside it there may be one that does. Linear in the length of the text.
 */
export function findMarkers(text: string): readonly FoundMarker[] {
  const found: FoundMarker[] = [];
  if (!mayHoldMarkers(text)) return found;
  const hidden = hiddenPlaces(text);
  const fences = mayHoldFences(text) ? createFenceReader() : undefined;
  let task: FoundMarker | undefined;
  for (const line of linesOf(text)) {
    const isFenced = fences !== undefined && fences.read(line.text) !== 'outside';
    if (isFenced || QUOTE.test(line.text)) continue;
    const isInTask = task !== undefined && line.start < task.end;
    if (isInTask && task!.counts) continue;
    if (!isInTask && isTaskLine(line.text)) {
      task = taskBlock(text, line, hidden);
      found.push(task);
    } else {
      for (const marker of lineMarkers(line, hidden)) if (marker.counts || !isInTask) found.push(marker);
    }
  }
  return found;
}

/** A task block: its first line and the lines after it, up to a blank line, a bracket at the start of a line or a fence. */
function taskBlock(text: string, first: Line, hidden: Uint8Array): FoundMarker {
  const start = first.start + first.text.length - first.text.trimStart().length;
  const close = first.start + first.text.trimEnd().length;
  const fences = createFenceReader();
  let end = first.start + first.text.length;
  for (const line of first.next > end ? linesOf(text, first.next) : []) {
    if (BRACKET.test(line.text) || line.text.trim() === '' || fences.read(line.text) !== 'outside') break;
    end = line.start + line.text.length;
  }
  return { type: 'team-task', value: text.slice(close, end).trim(), start, end, counts: hidden[start] === 0 };
}

/** The markers of a line. A marker runs from its opening to the first closing bracket, neither of them in a code span. */
function lineMarkers({ start: offset, text: line }: Line, hidden: Uint8Array): FoundMarker[] {
  const markers: FoundMarker[] = [];
  let opening = nextOpening(line, 0);
  if (opening === undefined) return markers;
  const spans = codeSpansOf(line);
  const closing = closingFinder(line);
  let from = 0;
  let stripped = 0;
  let missed = 0;
  for (; opening !== undefined; opening = nextOpening(line, from)) {
    const { start, bracket, type, sign, end: valueStart } = opening;
    from = spanAround(spans, start)?.end ?? start + 1;
    if (from > start + 1) continue;
    const close = closing(bracket, valueStart - (sign === ']' ? 1 : 0));
    const end = Math.min(close + 1, line.length);
    const isNamed = type !== 'from' || close > valueStart;
    const isMarker = sign === ':' && close < end && isNamed && spanAround(spans, close) === undefined;
    const isHidden = hidden[offset + start] !== 0;
    const counts = !isHidden && !isEnclosed(line, start, end);
    const place = { type, start: offset + start, end: offset + end };
    if (isMarker) {
      // Of two markers in each other, only the one that counts is wanted besides the outer one, which is stripped.
      if (counts || start >= stripped) markers.push({ ...place, value: line.slice(valueStart, close).trim(), counts });
      if (start >= stripped) stripped = end;
      if (!isHidden) from = end;
    } else if (counts && (type === 'next' || type === 'drop') && start >= Math.max(stripped, missed)) {
      markers.push({ ...place, value: line.slice(start, end).trim(), counts: false, nearMiss: true });
      missed = end;
    }
  }
  return markers;
}

/** Whether a marker is directly inside quotation marks or brackets. */
function isEnclosed(line: string, start: number, end: number): boolean {
  const before = line.charAt(start - 1);
  const after = line.charAt(end);
  return (before === '[' && after === ']') || (QUOTATION_MARK.test(before) && QUOTATION_MARK.test(after));
}
