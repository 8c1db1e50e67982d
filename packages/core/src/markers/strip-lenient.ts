import { splitAtFences } from './fences.ts';
import { mayHoldMarkers } from './marked-lines.ts';

// In this order, each over what the one before has left: taking one marker out may complete another around it.
const PASSES: readonly ((text: string) => string)[] = [
  (text) => withoutMarkers(text, /\[FROM[:：](?!\])/gi),
  (text) => withoutMarkers(text, /\[TEAM_TASK[:：]/gi),
  (text) => text.replace(/\[TEAM_TASK\][^[]*/gi, ''),
  (text) => withoutMarkers(text, /\[NEXT[:：]/gi),
  (text) => withoutMarkers(text, /\[DROP[:：]/gi),
];

/**
 * Takes all markers out of what is not fenced code, wherever they stand, and tidies the white space around: runs become one
 * space, lines are trimmed, empty lines go. A text without markers stays as it is.
 */
export function stripLenient(text: string): string {
  if (!mayHoldMarkers(text)) return text;
  const pieces = splitAtFences(text);
  const stripped = pieces.map((piece) => PASSES.reduce((left, pass) => (piece.fenced ? left : pass(left)), piece.text));
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
    // No opening after this one is closed either.
    if (close === -1) break;
    kept.push(text.slice(from, match.index));
    from = opening.lastIndex = close + 1;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

// After the first step no two blanks stand together, so that the second never looks at a run of them again and again.
function tidy(text: string): string {
  return text
    .trim()
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/\s\n\s*|\n\s+/g, '\n');
}
