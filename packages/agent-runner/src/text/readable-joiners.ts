const NON_JOINER = '\u200c';
const JOINER = '\u200d';
const TEXT_STYLE = '\ufe0e';
const EMOJI_STYLE = '\ufe0f';

/** Scripts in which joiners change how a word is written. */
const JOINED_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}]/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const JOINED_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const KEY = /[0-9#*]/;
const KEYCAP = '\u20e3';

/** The flags of England, Scotland and Wales, the only ones made of tag characters. */
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
/** Length of such a flag in code units. */
const FLAG_LENGTH = 14;

/**
 * Whether an invisible character belongs to ordinary text: a joiner inside an emoji or after a letter of a script with
 * joined letters, the style of an emoji, or a part of a flag. Several joiners in a row never do.
 */
export function isReadable(text: string, offset: number, character: string): boolean {
  const before = lastOf(text.slice(Math.max(0, offset - 2), offset));
  const after = firstOf(text.slice(offset + character.length, offset + character.length + 2));
  switch (character) {
    case JOINER:
      return (
        (JOINED_EMOJI.test(before) && PICTURE.test(after)) || (JOINED_SCRIPT.test(before) && !INVISIBLE.test(after))
      );
    case NON_JOINER:
      return JOINED_SCRIPT.test(before) && JOINED_SCRIPT.test(after);
    case TEXT_STYLE:
    case EMOJI_STYLE:
      return KEY.test(before) ? after === KEYCAP : /\p{Emoji}/u.test(before);
    default:
      return isTag(character) && isInFlag(text, offset);
  }
}

function isTag(character: string): boolean {
  const code = character.codePointAt(0)!;
  return code >= 0xe0020 && code <= 0xe007f;
}

function isInFlag(text: string, offset: number): boolean {
  const start = Math.max(0, offset - FLAG_LENGTH);
  for (const { index } of text.slice(start, offset + FLAG_LENGTH).matchAll(FLAG)) {
    if (start + index < offset && offset < start + index + FLAG_LENGTH) return true;
  }
  return false;
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? '';
}

function firstOf(text: string): string {
  return [...text][0] ?? '';
}
