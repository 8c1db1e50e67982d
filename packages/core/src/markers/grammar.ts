/** The types of markers. `[TEAM_TASK: …]` and the `[TEAM_TASK]` block have the same type. */
export type MarkerType = 'from' | 'team-task' | 'next' | 'drop';

/** A bracket whose first word is the word of a marker. It may be no marker: `[NEXT] max`, `[**NEXT: max**]`. */
export interface Opening {
  /** Index of the bracket. */
  readonly start: number;
  readonly bracket: string;
  readonly type: MarkerType;
  /** Whether only blanks stand before and after the word, and then a sign. */
  readonly sign?: ':' | ']' | undefined;
  /** Index after the word, or after its sign. */
  readonly end: number;
}

const TYPES: Readonly<Record<string, MarkerType>> = {
  FROM: 'from',
  TEAM_TASK: 'team-task',
  NEXT: 'next',
  DROP: 'drop',
};
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '［': '］', '【': '】' };
// A letter or digit with which no word of a marker begins is told apart at once.
const BRACKET = /[[［【](?![^\W_DFNTdfnt])/g;
const BLANKS = /[^\S\n\r\u2028\u2029]*/y;
const BEFORE_WORD = /[^\p{L}\p{N}[\]［］【】\n\r\u2028\u2029]*/uy;
const WORD = /[\p{L}\p{M}\p{N}_\p{Default_Ignorable_Code_Point}]*/uy;
const WORD_OF_MARKER = /^(?:FROM|TEAM_TASK|NEXT|DROP)$/i;
const SHORTEST_WORD = 4;
const LONGEST_WORD = 60;

/** The first opening at or after an index. */
export function nextOpening(text: string, from: number): Opening | undefined {
  BRACKET.lastIndex = from;
  for (let found = BRACKET.exec(text); found !== null; found = BRACKET.exec(text)) {
    const opening = openingAt(text, found.index);
    if (opening !== undefined) return opening;
  }
  return undefined;
}

/** A quick test: false for most texts without markers, and for no other text. */
export function mayHoldMarkers(text: string): boolean {
  return nextOpening(text, 0) !== undefined;
}

function openingAt(text: string, start: number): Opening | undefined {
  const bracket = text.charAt(start);
  const from = endOf(BEFORE_WORD, text, start + 1);
  const end = endOf(WORD, text, from);
  if (end - from < SHORTEST_WORD || end - from > LONGEST_WORD) return undefined;
  const written = text.slice(from, end);
  const isExact = WORD_OF_MARKER.test(written);
  const type = TYPES[isExact ? written.toUpperCase() : plainWord(written)];
  if (type === undefined) return undefined;
  if (isExact && endOf(BLANKS, text, start + 1) === from) {
    const next = endOf(BLANKS, text, end);
    const char = text.charAt(next);
    if (char === ':' || char === '：') return { start, bracket, type, sign: ':', end: next + 1 };
    if (char === CLOSING[bracket]) return { start, bracket, type, sign: ']', end: next + 1 };
  }
  return { start, bracket, type, end };
}

// Full-width letters, invisible characters and emphasis that ends in `_` do not change a word.
function plainWord(written: string): string {
  const visible = written.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.toUpperCase().replace(/_{1,3}$/, '');
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Whether a line is `[TEAM_TASK]`, with or without blanks, and nothing else. */
export function isTaskLine(line: string): boolean {
  const text = line.trim();
  if (CLOSING[text.charAt(0)] === undefined) return false;
  const opening = openingAt(text, 0);
  return opening?.type === 'team-task' && opening.sign === ']' && opening.end === text.length;
}

/**
 * Creates a function that finds the first closing bracket for an opening one at or after an index; `Infinity` if there
 * is none. Searching again for each opening would be quadratic, so the last place is remembered.
 */
export function closingFinder(text: string): (bracket: string, from: number) => number {
  const known = new Map<string, number>();
  return (bracket, from) => {
    let at = known.get(bracket) ?? -1;
    if (at < from) {
      at = text.indexOf(CLOSING[bracket]!, from);
      if (at === -1) at = Number.POSITIVE_INFINITY;
      known.set(bracket, at);
    }
    return at;
  };
}
