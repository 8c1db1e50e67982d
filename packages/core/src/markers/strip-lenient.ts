import { splitAtFences } from './fences.ts';
import { MarkerFinder, type MarkerKind, startsWith, TASK_BLOCK } from './grammar.ts';

/**
 * Takes all markers out of what is not fenced code, wherever they stand, and tidies the white space they leave: runs
 * become one space, lines are trimmed, empty lines go.
 */
export function stripLenient(text: string): string {
  const pieces = splitAtFences(text).map(({ fenced, start, end }) => {
    const piece = text.slice(start, end);
    return fenced ? piece : tidy(withoutMarkers(piece));
  });
  return pieces.filter((piece) => piece !== '').join('\n');
}

// Pass after pass, because taking one marker out may complete another around it.
function withoutMarkers(piece: string): string {
  const markers = (kind: MarkerKind) => (text: string) => {
    const finder = new MarkerFinder(text);
    return (from: number) => finder.next(kind, from);
  };
  const taskBlocks = (text: string) => (from: number) => nextTaskBlock(text, from);
  const passes = [markers('FROM'), markers('TEAM_TASK'), taskBlocks, markers('NEXT'), markers('DROP')];
  return passes.reduce((text, finderOf) => remove(text, finderOf(text)), piece);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function remove(text: string, next: (from: number) => Stretch | undefined): string {
  const kept: string[] = [];
  let from = 0;
  for (let found = next(0); found !== undefined; found = next(from)) {
    kept.push(text.slice(from, found.start));
    from = found.end;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

/** A task block takes everything up to the next bracket. */
function nextTaskBlock(text: string, from: number): Stretch | undefined {
  for (let start = text.indexOf('[', from); start !== -1; ) {
    const next = text.indexOf('[', start + 1);
    if (startsWith(text, TASK_BLOCK, start)) return { start, end: next === -1 ? text.length : next };
    start = next;
  }
  return undefined;
}

// Without a list of lines: of a long text with short lines it would be many times the text. After the first step no two
// blanks stand together, so that the second never looks at a run of them again and again.
function tidy(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]\n\s*|\n\s+/g, '\n')
    .trim();
}
