/** Removes terminal escape sequences from text that comes in pieces. */
export interface EscapeStripper {
  /** The piece without escape sequences. An unfinished sequence at its end is held back for the next piece. */
  push(text: string): string;
}

// Three kinds: CSI; OSC and the other string sequences up to their terminator; the two- and three-byte sequences.
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b(?:[\x20-\x2f]+[\x30-\x7e]|[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e])/g;
// Unfinished sequences at the end of a text, in the same order.
const UNFINISHED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /(?:(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*\x1b?|\x1b[\x20-\x2f]*)$/;
/** In characters. A longer unfinished sequence is passed on as text, so that memory stays bounded. */
const LONGEST_KEPT_BACK = 4_096;

/** The text without terminal escape sequences. */
export function stripEscapes(text: string): string {
  return text.replace(SEQUENCE, '').replace(UNFINISHED, '');
}

/** A stripper for one stream of pieces. */
export function createEscapeStripper(): EscapeStripper {
  let keptBack = '';
  return {
    push(text) {
      const clean = (keptBack + text).replace(SEQUENCE, '');
      keptBack = UNFINISHED.exec(clean)?.[0] ?? '';
      if (keptBack.length > LONGEST_KEPT_BACK) keptBack = '';
      return keptBack === '' ? clean : clean.slice(0, -keptBack.length);
    },
  };
}
