import { splitAtFences } from './fences.ts';
import { mayHoldMarkers } from './opening.ts';

// In this order, each over what the one before has left: taking one marker out may complete another around it.
const PASSES = [
  /\[FROM:[^\]]+\]/gi,
  /\[TEAM_TASK:[^\]]*\]/gi,
  /\[TEAM_TASK\][^[]*/gi,
  /\[NEXT:[^\]]*\]/gi,
  /\[DROP:[^\]]*\]/gi,
];

/**
 * Takes all markers out of what is not fenced code, wherever they stand, and tidies the white space they leave: runs
 * become one space, lines are trimmed, empty lines go.
 */
export function stripLenient(text: string): string {
  return splitAtFences(text)
    .map((piece) => (piece.fenced ? piece.text : tidy(withoutMarkers(piece.text))))
    .filter(Boolean)
    .join('\n');
}

function withoutMarkers(piece: string): string {
  if (!mayHoldMarkers(piece)) return piece;
  return PASSES.reduce((text, marker) => {
    // From the first `[` behind the last `]` on nothing is closed, and each opening would be searched to the end.
    const unclosed = text.indexOf('[', text.lastIndexOf(']'));
    if (unclosed === -1) return text.replace(marker, '');
    return text.slice(0, unclosed).replace(marker, '') + text.slice(unclosed);
  }, piece);
}

// After the first step no two blanks stand together, so that the second never looks at a run of them again and again.
function tidy(text: string): string {
  const trimmed = text.trim();
  if (!/\s\s/.test(trimmed)) return trimmed;
  return trimmed.replace(/[^\S\n]{2,}/g, ' ').replace(/\s\n\s*|\n\s+/g, '\n');
}
