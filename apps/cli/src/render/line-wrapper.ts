import stringWidth from 'string-width';
import { graphemeWidth, unbreakablePartsOf } from './graphemes.ts';

/** Prints text that comes in pieces, wrapped between words to the current width of the screen. */
export interface LineWrapper {
  /** Prints all complete words; the last word waits until it is complete. */
  write(text: string): void;
  /** Prints the waiting word, and ends the line unless it is empty. */
  endLine(): void;
}

/** Where the text goes, and how it looks. */
export interface LineWrapperOptions {
  readonly write: (text: string) => void;
  /** Columns of the screen; called for each word, because the screen may be resized. */
  readonly columns: () => number;
  /** Stands before each line. */
  readonly indent: string;
  readonly style?: ((text: string) => string) | undefined;
}

const TAB = '    ';
const PIECES = /\n|[^\S\n]+|\S+/g;
const PLAIN = /^[!-~]*$/;
const NARROWEST = 10;
/** A word of this many characters is printed even if it may not be complete. */
const LONGEST_WAIT = 400;
const LONGEST_WORD = 1_000;
/** No grapheme of any script is longer. */
const LONGEST_GRAPHEME = 100;
/** Scripts that are written without blanks: a line may break after any character. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Creates a wrapper for one block of text. */
export function createLineWrapper(options: LineWrapperOptions): LineWrapper {
  const { columns, indent, style = (text: string) => text } = options;
  const indentWidth = stringWidth(indent);
  let waiting = '';
  let ready = '';
  let column = 0;
  let blanks = '';
  let isEmpty = true;

  // The last column stays free: some terminals wrap as soon as it is filled.
  const room = () => Math.max(NARROWEST, columns() - indentWidth - 1);

  function breakLine(): void {
    ready += '\n';
    column = 0;
    blanks = '';
    isEmpty = true;
  }

  function put(text: string, width: number): void {
    ready += (isEmpty ? indent : '') + style(blanks + text);
    column += blanks.length + width;
    blanks = '';
    isEmpty = false;
  }

  function putWord(word: string): void {
    // Measuring takes more than linear time, and a word this long fits no screen.
    const width = word.length > LONGEST_WORD ? Number.POSITIVE_INFINITY : wordWidth(word);
    const fits = () => column + blanks.length + width <= room();
    if (!fits() && !isEmpty && width <= room() && !WITHOUT_BLANKS.test(word)) breakLine();
    if (fits()) {
      put(word, width);
      return;
    }
    for (const part of unbreakablePartsOf(word)) {
      const partWidth = graphemeWidth(part);
      if (column + blanks.length + partWidth > room()) {
        // Blanks wider than the screen would hide the text after them.
        if (isEmpty) blanks = '';
        else breakLine();
      }
      put(part, partWidth);
    }
  }

  function take(text: string): void {
    for (const [piece] of text.matchAll(PIECES)) {
      if (piece === '\n') breakLine();
      else if (/^\s/.test(piece)) blanks += piece.replaceAll('\t', TAB);
      else putWord(piece);
    }
  }

  function flush(): void {
    if (ready !== '') options.write(ready);
    ready = '';
  }

  return {
    write(text) {
      waiting += text;
      const end = printableLength(waiting);
      take(waiting.slice(0, end));
      waiting = waiting.slice(end);
      flush();
    },
    endLine() {
      take(waiting);
      waiting = '';
      if (!isEmpty) breakLine();
      blanks = '';
      flush();
    },
  };
}

// Measuring is slow, and most words are plain ASCII.
function wordWidth(word: string): number {
  return PLAIN.test(word) ? word.length : stringWidth(word);
}

// The length of the text that looks the same whatever follows.
function printableLength(text: string): number {
  let start = text.length;
  while (start > 0 && !/\s/.test(text[start - 1]!)) start--;
  if (start === text.length) return start;
  const word = text.slice(start);
  if (!WITHOUT_BLANKS.test(word) && word.length < LONGEST_WAIT) return start;
  // A skin tone, an accent, the second half of an emoji or a full stop may still join the last character.
  return text.length - [...unbreakablePartsOf(word.slice(-LONGEST_GRAPHEME))].at(-1)!.length;
}

/** Wraps a whole text to lines for a screen of that width. The last line has no line end. */
export function wrapText(text: string, columns: number, indent = '', style?: (text: string) => string): string {
  if (columns === Number.POSITIVE_INFINITY) return indented(text, indent, style);
  let wrapped = '';
  const write = (part: string) => {
    wrapped += part;
  };
  const wrapper = createLineWrapper({ write, columns: () => columns, indent, style });
  wrapper.write(text);
  wrapper.endLine();
  return wrapped.replace(/\n$/, '');
}

// Without a screen no line is too long, so nothing is measured: this makes printing long sessions fast.
function indented(text: string, indent: string, style: (text: string) => string = (plain) => plain): string {
  const lines = text.replaceAll('\t', TAB).replace(/\n$/, '').split('\n');
  return lines.map((line) => (line.trim() === '' ? '' : indent + style(line.trimEnd()))).join('\n');
}
