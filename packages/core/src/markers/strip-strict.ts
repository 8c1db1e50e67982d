import { splitAtFences } from './fences.ts';
import { eachMarkedLine, type MarkedLine } from './marked-lines.ts';

/**
 * Takes out the markers that count in strict mode, and the blanks that only set them off. A line of nothing but markers
 * goes, and so do blank lines at the two ends of the message; every other byte stays.
 */
export function stripStrict(text: string): string {
  const pieces = splitAtFences(text);
  const kept: string[] = [];
  let from = 0;
  for (const piece of pieces) {
    eachMarkedLine(piece, (line) => {
      const stripped = stripLine(line);
      const start = piece.start + line.start;
      kept.push(text.slice(from, start), stripped);
      // What ends a line goes with the line.
      from = stripped === '' ? piece.start + line.end + 1 : start + line.text.length;
    });
  }
  kept.push(text.slice(from));
  if (!pieces.at(-1)?.fenced) cutBlankEnd(kept);
  return kept.join('').replace(/^\s*\n/, '');
}

/** What is left of a line: nothing when it held nothing but markers. */
function stripLine({ text, markers }: MarkedLine): string {
  const kept: string[] = [];
  let hasText = false;
  let from = 0;
  for (let index = 0; index < markers.length; index++) {
    let { start, end } = markers[index]!;
    // Markers that touch count as one.
    for (; markers[index + 1]?.start === end; index++) end = markers[index + 1]!.end;
    hasText ||= text.slice(from, start).trim() !== '';
    if (hasText && isBlank(text.charAt(end) || ' ')) while (isBlank(text.charAt(start - 1))) start--;
    kept.push(text.slice(from, start));
    from = end;
    if (!hasText) while (isBlank(text.charAt(from))) from++;
  }
  kept.push(text.slice(from));
  return hasText || text.slice(from).trim() !== '' ? kept.join('') : '';
}

/** Cuts behind the last line with text in it, `kept` being stretches of whole lines and lines without what ends them. */
function cutBlankEnd(kept: string[]): void {
  while (kept.at(-1)?.trim() === '') kept.pop();
  const last = kept.pop() ?? '';
  const textEnd = last.trimEnd().length;
  kept.push(last.slice(0, textEnd + last.slice(textEnd).search(/\r?\n|$/)));
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t';
}
