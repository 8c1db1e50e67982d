import { splitAtFences } from './fences.ts';
import { mayHoldMarkers } from './marked-lines.ts';

// Each pass runs on the result of the pass before: removing one marker may complete another one around it.
const PASSES: readonly ((text: string) => string)[] = [
  (text) => withoutMarkers(text, /\[FROM[:：](?!\])/gi),
  (text) => withoutMarkers(text, /\[TEAM_TASK[:：]/gi),
  (text) => text.replace(/\[TEAM_TASK\][^[]*/gi, ''),
  (text) => withoutMarkers(text, /\[NEXT[:：]/gi),
  (text) => withoutMarkers(text, /\[DROP[:：]/gi),
];

/**
 * Removes all markers outside fenced code, and tidies white space there: runs become one space, lines are trimmed,
 * empty lines are removed. A text without markers is returned unchanged.
 */
export function stripLenient(text: string): string {
  if (!mayHoldMarkers(text)) return text;
  const pieces = splitAtFences(text);
  const stripped = pieces.map((piece) => PASSES.reduce((rest, pass) => (piece.fenced ? rest : pass(rest)), piece.text));
  if (stripped.every((piece, index) => piece === pieces[index]!.text)) return text;
  return stripped
    .map((piece, index) => (pieces[index]!.fenced ? piece : tidy(piece)))
    .filter(Boolean)
    .join('\n');
}

function withoutMarkers(text: string, opening: RegExp): string {
  const kept: string[] = [];
  let from = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const close = text.indexOf(']', opening.lastIndex);
    // No later opening is closed either.
    if (close === -1) break;
    kept.push(text.slice(from, match.index));
    from = close + 1;
    opening.lastIndex = from;
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
