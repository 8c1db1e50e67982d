import { isReadable } from './readable-joiners.ts';

// What a terminal obeys instead of showing it, and what nobody sees: C0 and C1 controls but for newline and tab, DEL, line
// and paragraph separators, direction marks, zero-width characters, fillers, variation selectors, tags, annotations.
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text that a terminal shows and does not obey, with nothing hidden in it. Each control character and each character that
 * nobody sees becomes a sign that can be seen, `␛` for the escape character, `<U+202E>` where there is no picture. What
 * ordinary text needs stays: joiners inside emoji and between letters of scripts that are written with them.
 * Line endings become `\n`.
 *
 * @param signOf another sign for such a character
 */
export function visibleText(text: string, signOf: (character: string) => string = picture): string {
  return visiblePart(text, 0, text.length, signOf);
}

/** The same of a part of a text, with what stands around it in view. */
export function visiblePart(text: string, start: number, end: number, signOf = picture): string {
  return text.slice(start, end).replace(UNSEEN, (found, offset: number) => {
    if (found === '\r\n') return '\n';
    return isReadable(text, start + offset, found) ? found : signOf(found);
  });
}

/** JSON text in which the same characters are escaped. What it stands for is unchanged. */
export function visibleJson(json: string): string {
  return visibleText(json, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
