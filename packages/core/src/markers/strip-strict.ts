import { splitAtFences } from './fences.ts';
import { findMarkers } from './find-markers.ts';
import { linesOf } from './lines.ts';
import { outermostMarkers, stripLine } from './strip-line.ts';

/**
 * Removes strict-mode markers with the blanks that separate them from the text, lines that have only markers, and blank
 * lines at both ends of the message. Every other byte stays.
 */
export function stripStrict(text: string): string {
  return withoutBlankEnds(withoutMarkers(text), splitAtFences(text).at(-1)!.fenced);
}

function withoutMarkers(text: string): string {
  const markers = outermostMarkers(findMarkers(text));
  if (markers.length === 0) return text;
  const kept: string[] = [];
  let from = 0;
  let index = 0;
  let first = 0;
  for (const { start, text: line, next } of linesOf(text)) {
    const marker = markers[index];
    const end = start + line.length;
    if (marker === undefined) break;
    if (marker.start >= start) first = start;
    // Not in this line, or in a later line too: a task block.
    if (marker.end > end) continue;
    const ranges: { start: number; end: number }[] = [];
    for (; index < markers.length && markers[index]!.end <= end; index++) {
      ranges.push({ start: markers[index]!.start - first, end: markers[index]!.end - first });
    }
    const stripped = stripLine(text.slice(first, end), ranges);
    kept.push(text.slice(from, first), stripped);
    // A removed line takes its line end with it.
    from = stripped === '' ? next : end;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** The text without blank lines at its start and end. An end inside a fence is left alone. */
function withoutBlankEnds(text: string, endsInFence: boolean): string {
  if (text.trim() === '') return '';
  const before = text.slice(0, -text.trimStart().length);
  const after = endsInFence ? '' : text.slice(text.trimEnd().length);
  let start = 0;
  for (const line of linesOf(before)) start = line.start;
  const end = text.length - after.length + after.search(/[\n\r\u2028\u2029]|$/);
  return text.slice(start, end);
}
