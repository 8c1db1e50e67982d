import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The cost of one step grows with the length of what is segmented, so long text is taken in pieces. */
const PIECE = 256;

/** Letters of which each stands for itself; the segmenter takes a hundred times as long to say so. */
const PLAIN = /^[ -~]*$/;

/** What a reader sees as one character each: an emoji with its skin tone, a letter with its accents. */
export function* graphemesOf(text: string): Generator<string, void> {
  let start = 0;
  while (start < text.length) {
    const piece = text.slice(start, start + PIECE);
    const segments = PLAIN.test(piece)
      ? piece.split('')
      : Array.from(segmenter.segment(piece), ({ segment }) => segment);
    // The last one may go on in the next piece.
    const isWhole = start + PIECE >= text.length || segments.length === 1;
    for (const segment of isWhole ? segments : segments.slice(0, -1)) {
      start += segment.length;
      yield segment;
    }
  }
}

/** Punctuation of scripts without blanks that must not begin a line. */
const NEVER_FIRST = /^[、。，．！？：；）］｝」』】》〉〕…ー]/;
/** Nobody ends a sentence with more; a row of dots may be broken. */
const MOST_TOGETHER = 4;

/** The pieces of a word between which a line may end: a grapheme, with the punctuation that stays at its side. */
export function* unbreakablePartsOf(word: string): Generator<string, void> {
  let part = '';
  let count = 0;
  for (const grapheme of graphemesOf(word)) {
    if (part !== '' && (count === MOST_TOGETHER || !NEVER_FIRST.test(grapheme))) {
      yield part;
      part = '';
      count = 0;
    }
    part += grapheme;
    count++;
  }
  if (part !== '') yield part;
}

const widths = new Map<string, number>();
const MOST_REMEMBERED = 20_000;

/** Columns of a grapheme or two. Remembered: measuring is slow, and a text has few different ones. */
export function graphemeWidth(grapheme: string): number {
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  const width = stringWidth(grapheme);
  if (widths.size < MOST_REMEMBERED) widths.set(grapheme, width);
  return width;
}
