import { skeleton } from './name-looks.ts';

// Zero-width and bidi characters, tags, fillers, soft hyphens, variation selectors and the empty Braille cell.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Surrogate}\u2800]/u;
const AROUND = /^\s|\s$/u;
/** Separators between a name and a message in prompts and on screens. Characters that look like them count too. */
const SEPARATOR = /->|[:→]/u;

/** What is wrong with the characters of a name and how to fix it; `undefined` when they are fine. */
export function characterProblem(name: string): string | undefined {
  const invisible = INVISIBLE.exec(name)?.[0];
  if (invisible !== undefined) {
    const visible = name.replaceAll(new RegExp(INVISIBLE, 'gu'), '').trim();
    return `contains U+${codeOf(invisible)}, an invisible character; leave it out: "${visible}"`;
  }
  if (AROUND.test(name)) return `begins or ends with a space; write "${name.trim()}"`;
  const separator = SEPARATOR.exec(name)?.[0] ?? SEPARATOR.exec(skeleton(name))?.[0];
  if (separator === undefined) return undefined;
  const found = name.includes(separator) ? separator : `something that looks like ${separator}`;
  return `contains ${found}, which ends a name in the agents' prompts; use letters, digits, spaces, - and _`;
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}
