// What a terminal obeys instead of showing it: C0 and C1 controls but for newline and tab, DEL, line and paragraph
// separators, the marks that turn the direction of text around.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const OBEYED = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text that a terminal shows and does not obey. Each control character becomes a sign that can be seen, `␛` for the
 * escape character, `<U+202E>` where there is no picture: nothing is hidden, and a sequence cut in two stays harmless.
 * Line endings become `\n`.
 *
 * @param signOf another sign for such a character
 */
export function visibleText(text: string, signOf: (character: string) => string = picture): string {
  return text.replace(OBEYED, (found) => (found === '\r\n' ? '\n' : signOf(found)));
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
