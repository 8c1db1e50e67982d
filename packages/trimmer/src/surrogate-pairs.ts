/** Whether a cut at `index` would split a surrogate pair. */
export function isInsidePair(text: string, index: number): boolean {
  // Only a whole pair gives a code point above 0xffff. Outside the text there is none.
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

/** The first character of a text that is not empty: one code unit or a surrogate pair. */
export function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}
