import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Each step of the segmenter takes longer the longer its text is, so long text is cut into pieces of this length. */
const PIECE = 256;

/** In printable ASCII each character is a grapheme; the segmenter would take a hundred times as long. */
const PLAIN = /^[ -~]*$/;

/** Splits a text into what a reader sees as one character: an emoji with its skin tone, a letter with its accents. */
export function* graphemesOf(text: string): Generator<string, void> {
  let start = 0;
  while (start < text.length) {
    // Not through the middle of a character: its first half would look like a grapheme of its own.
    const end = start + PIECE - (/[\ud800-\udbff]/.test(text.charAt(start + PIECE - 1)) ? 1 : 0);
    const piece = text.slice(start, end);
    const segments = PLAIN.test(piece)
      ? piece.split('')
      : Array.from(segmenter.segment(piece), ({ segment }) => segment);
    // The last grapheme may continue in the next piece.
    const isWhole = end >= text.length || segments.length === 1;
    for (const segment of isWhole ? segments : segments.slice(0, -1)) {
      start += segment.length;
      yield segment;
    }
  }
}

/** Punctuation that must not begin a line, of scripts without spaces between words. */
const NEVER_FIRST = /^[、。，．！？：；）］｝」』】》〉〕…ー]/;
/** Longer rows of punctuation may be broken. */
const MAX_TOGETHER = 4;

/** Splits a word where a line may break: between graphemes, but not before punctuation that must not begin a line. */
export function* unbreakablePartsOf(word: string): Generator<string, void> {
  let part = '';
  let count = 0;
  for (const grapheme of graphemesOf(word)) {
    if (part !== '' && (count === MAX_TOGETHER || !NEVER_FIRST.test(grapheme))) {
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
const MAX_CACHED = 20_000;

/** Returns the columns of a grapheme. Cached, because measuring is slow and a text has few different graphemes. */
export function graphemeWidth(grapheme: string): number {
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  const width = stringWidth(grapheme);
  if (widths.size < MAX_CACHED) widths.set(grapheme, width);
  return width;
}
