import { isBlank, skipBlanks } from './fences.ts';
import { type StrictLine, strictLines } from './strict-lines.ts';

/**
 * Takes out the markers that count in strict mode, and the blanks that only set them off. A line of nothing but markers
 * goes, and so do blank lines at the two ends of the message; every other byte stays.
 */
export function stripStrict(text: string): string {
  const kept: string[] = [];
  // Up to here the text is blank lines or nothing, and after here likewise: both ends are cut.
  let first = -1;
  let last = -1;
  for (const line of strictLines(text)) {
    const stripped = stripLine(line);
    if (stripped === undefined) continue;
    if (line.kind === 'fence' || stripped.trim() !== '') {
      if (first === -1) first = kept.length;
      last = kept.length;
    }
    kept.push(stripped, line.ending);
  }
  return first === -1 ? '' : kept.slice(first, last + 1).join('');
}

/** What is left of a line, or `undefined` when it held nothing but markers. */
function stripLine({ kind, text, markers }: StrictLine): string | undefined {
  if (kind === 'task-block') return undefined;
  if (markers.length === 0) return text;
  const kept: string[] = [];
  let hasText = false;
  let from = 0;
  for (const [index, marker] of markers.entries()) {
    const before = text.slice(from, marker.start);
    from = marker.end;
    hasText ||= before.trim() !== '';
    kept.push(before);
    // Markers that touch count as one: the last of them decides.
    if (markers[index + 1]?.start === marker.end) continue;
    if (!hasText) from = skipBlanks(text, marker.end);
    else if (endsOrBlank(text, marker.end)) dropTrailingBlanks(kept);
  }
  const rest = text.slice(from);
  if (!hasText && rest.trim() === '') return undefined;
  kept.push(rest);
  return kept.join('');
}

function endsOrBlank(text: string, index: number): boolean {
  return index === text.length || isBlank(text.charCodeAt(index));
}

function dropTrailingBlanks(kept: string[]): void {
  for (let part = kept.pop(); part !== undefined; part = kept.pop()) {
    let end = part.length;
    while (end > 0 && isBlank(part.charCodeAt(end - 1))) end--;
    if (end > 0) {
      kept.push(part.slice(0, end));
      return;
    }
  }
}
