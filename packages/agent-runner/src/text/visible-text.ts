import { isReadable } from './readable-joiners.ts';

// Control and invisible characters: C0 and C1 controls except newline and tab, DEL, line and paragraph separators,
// direction marks, zero-width characters, fillers, variation selectors, tags, annotations.
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Makes text safe to print on a terminal. Each control character and each invisible character becomes visible: `␛` for
 * the escape character, `<U+202E>` where there is no symbol. Characters that ordinary text needs stay: joiners inside
 * emoji and between letters of scripts that use them. `\r\n` becomes `\n`.
 *
 * @param signOf gives another replacement for such a character
 */
export function visibleText(text: string, signOf: (character: string) => string = picture): string {
  return visiblePart(text, 0, text.length, signOf);
}

/** The same for a part of a text. The characters around the part are taken into account. */
export function visiblePart(text: string, start: number, end: number, signOf = picture): string {
  return text.slice(start, end).replace(INVISIBLE, (found, offset: number) => {
    if (found === '\r\n') return '\n';
    return isReadable(text, start + offset, found) ? found : signOf(found);
  });
}

/** JSON text with the same characters escaped. Its value is unchanged. */
export function visibleJson(json: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return visibleText(json, (character) => character.split('').map(escapeUnit).join(''));
}

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
