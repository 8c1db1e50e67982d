/** Removes terminal escape sequences from text that comes in pieces. */
export interface EscapeStripper {
  /** The piece without escape sequences; the beginning of one at its end is kept back for the next piece. */
  push(text: string): string;
}

// CSI, then OSC and the other strings up to their terminator, then the two- and three-byte sequences.
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[\x20-\x2f]*[\x30-\x5a\x5c\x60-\x7e]/g;
const UNFINISHED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /(?:\x1b(?:[\x20-\x2f]*|\[[\x30-\x3f]*[\x20-\x2f]*|[\]PX^_][^\x07\x1b\x9c]*\x1b?)|\x9b[\x30-\x3f]*[\x20-\x2f]*)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const INTRODUCER = /[\x1b\x90\x98\x9b\x9d-\x9f]/;
const INTRODUCERS = ['\x1b', '\x90', '\x98', '\x9b', '\x9d', '\x9e', '\x9f'];
/** To look for one character is so much faster than for one of several that for longer text even seven times are. */
const LONGEST_TESTED = 128;
/** A sequence that is still unfinished after this much is no sequence. */
const LONGEST_KEPT_BACK = 4_096;

/** The text without terminal escape sequences. */
export function stripEscapes(text: string): string {
  return mayHaveEscapes(text) ? text.replace(SEQUENCE, '').replace(UNFINISHED, '') : text;
}

/** A stripper for one stream of pieces. */
export function createEscapeStripper(): EscapeStripper {
  let keptBack = '';
  return {
    push(text) {
      if (keptBack === '' && !mayHaveEscapes(text)) return text;
      const clean = (keptBack + text).replace(SEQUENCE, '');
      keptBack = UNFINISHED.exec(clean)?.[0] ?? '';
      if (keptBack.length > LONGEST_KEPT_BACK) keptBack = '';
      return keptBack === '' ? clean : clean.slice(0, -keptBack.length);
    },
  };
}

function mayHaveEscapes(text: string): boolean {
  return text.length <= LONGEST_TESTED ? INTRODUCER.test(text) : INTRODUCERS.some((mark) => text.includes(mark));
}
