import { skeleton } from './name-looks.ts';

// Zero-width and bidi characters, tags, fillers, soft hyphens and variation selectors; the blank Braille cell looks empty.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}\u2800]/u;
const AROUND = /^\s|\s$/u;
/** What stands between names and words in prompts and on screens, also when it only looks so. */
const MEANINGFUL = /->|[:→]/u;

/** What is wrong with the characters of a name, and what would be right; `undefined` when nothing is. */
export function characterProblem(name: string): string | undefined {
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen !== undefined) {
    const seen = name.replaceAll(new RegExp(UNSEEN, 'gu'), '').trim();
    return `holds U+${codeOf(unseen)}, a character that nobody sees; leave it out: "${seen}"`;
  }
  if (AROUND.test(name)) return `begins or ends with a blank; write "${name.trim()}"`;
  const meaningful = MEANINGFUL.exec(name)?.[0] ?? MEANINGFUL.exec(skeleton(name))?.[0];
  if (meaningful === undefined) return undefined;
  const looks = name.includes(meaningful) ? `holds ${meaningful}` : `holds something that looks like ${meaningful}`;
  return `${looks}, which ends a name in what agents are sent; use letters, digits, blanks, - and _`;
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}
