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
  let text = removeMarkers(piece, 'FROM');
  text = removeMarkers(text, 'TEAM_TASK');
  text = removeTaskBlocks(text);
  text = removeMarkers(text, 'NEXT');
  return removeMarkers(text, 'DROP');
}

function removeMarkers(text: string, kind: MarkerKind): string {
  const finder = new MarkerFinder(text);
  const kept: string[] = [];
  let from = 0;
  for (let match = finder.next(kind, 0); match !== undefined; match = finder.next(kind, from)) {
    kept.push(text.slice(from, match.start));
    from = match.end;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

function removeTaskBlocks(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('['); start !== -1; ) {
    const next = text.indexOf('[', start + 1);
    if (startsWith(text, TASK_BLOCK, start)) {
      kept.push(text.slice(from, start));
      from = next === -1 ? text.length : next;
    }
    start = next;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]{2,}/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
