const BREAKS = /[\p{Cc}\p{Cf}\s]+/gu;

/**
 * Text as one line, such as the message of a failure: blanks, line breaks and invisible characters become single blanks,
 * those at the ends go. With `maxCharacters` a longer line is cut there, never inside a character, and ends in `…`.
 */
export function oneLine(text: string, maxCharacters: number = Number.POSITIVE_INFINITY): string {
  const line = text.replace(BREAKS, ' ').trim();
  if (line.length <= maxCharacters) return line;
  // Twice as many units hold that many characters in any case; the last one may be cut in two and is not kept.
  const characters = [...line.slice(0, 2 * maxCharacters + 1)];
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : line;
}
