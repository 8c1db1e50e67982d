const BREAKS = /[\p{Cc}\p{Cf}\s]+/gu;

/**
 * Text as one line, for example an error message. Every run of blanks, line breaks and invisible characters becomes one
 * blank; at the ends it is removed. A line of more than `maxCharacters` is cut there, never inside a character, and `…`
 * is added.
 */
export function oneLine(text: string, maxCharacters: number = Number.POSITIVE_INFINITY): string {
  const line = text.replace(BREAKS, ' ').trim();
  if (line.length <= maxCharacters) return line;
  // A character has at most two code units, so this many hold enough characters. A character cut in two is not used.
  const characters = [...line.slice(0, 2 * maxCharacters + 1)];
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : line;
}
