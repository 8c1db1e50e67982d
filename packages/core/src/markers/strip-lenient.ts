import { splitAtFences } from './fences.ts';
import { closingFinder, type MarkerType, mayHoldMarkers, nextOpening } from './grammar.ts';

const BRACKET = /[[［【]/;
const CLOSING_BRACKET = /[\]］】]/;

// Each pass runs on the result of the pass before: removing one marker may complete another one around it.
const PASSES: readonly ((text: string) => string)[] = [
  (text) => withoutMarkers(text, 'from', ':'),
  (text) => withoutMarkers(text, 'team-task', ':'),
  (text) => withoutMarkers(text, 'team-task', ']'),
  (text) => withoutMarkers(text, 'next', ':'),
  (text) => withoutMarkers(text, 'drop', ':'),
];

/**
 * Removes all markers outside fenced code, and tidies white space there: runs become one space, lines are trimmed,
 * empty lines are removed. A text without markers is returned unchanged.
 */
export function stripLenient(text: string): string {
  if (!CLOSING_BRACKET.test(text) || !mayHoldMarkers(text)) return text;
  const pieces = splitAtFences(text);
  const stripped = pieces.map((piece) => PASSES.reduce((rest, pass) => (piece.fenced ? rest : pass(rest)), piece.text));
  if (stripped.every((piece, index) => piece === pieces[index]!.text)) return text;
  return stripped
    .map((piece, index) => (pieces[index]!.fenced ? piece : tidy(piece)))
    .filter(Boolean)
    .join('\n');
}

/** One pass. With `]` it removes task blocks: `[TEAM_TASK]` and the text up to the next bracket. */
function withoutMarkers(text: string, wanted: MarkerType, wantedSign: ':' | ']'): string {
  const kept: string[] = [];
  const closing = closingFinder(text);
  let from = 0;
  let next = 0;
  for (let opening = nextOpening(text, 0); opening !== undefined; opening = nextOpening(text, next)) {
    const { start, bracket, type, sign, end: after } = opening;
    next = start + 1;
    if (type !== wanted || sign !== wantedSign) continue;
    let end: number;
    if (sign === ']') {
      const length = text.slice(after).search(BRACKET);
      end = length === -1 ? text.length : after + length;
    } else {
      const close = closing(bracket, after);
      // FROM needs a name. The others may be empty.
      if (close === Number.POSITIVE_INFINITY || (type === 'from' && close === after)) continue;
      end = close + 1;
    }
    kept.push(text.slice(from, start));
    from = end;
    next = end;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

// The first replace leaves no two blanks together. So the second one is linear: it never rescans a run of blanks.
function tidy(text: string): string {
  return text
    .trim()
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/\s\n\s*|\n\s+/g, '\n');
}
