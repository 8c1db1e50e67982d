import type { Intent } from '@ctx/contract';

/** A name in a marker, and the intent after it. */
interface NamedTarget {
  /** As written, without the quotes and other decoration around it. */
  readonly name: string;
  readonly intent?: Intent | undefined;
}

/** Whether a member of the team has this name. */
type IsName = (name: string) => boolean;

// Always separates two names.
const SEPARATOR = /[,，、;；]/;
// Separates two names, unless it is a part of a name.
const WORD = /((?<=\s)(?:and|und)(?=\s)|[&＆和])/i;
// A name may have at most this many such words in it. The limit keeps the work linear.
const MAX_WORDS_IN_NAME = 3;
// Decoration before and after a name.
const AROUND = /[\s@＠*_`´′″《》〈〉\p{Quotation_Mark}]/u;
// Punctuation after a name.
const AT_END = new RegExp(`${AROUND.source}|[.:!．。：！]`, 'u');
const INTENT = /P[123]/i;

/**
 * Reads the names in the value of a marker. It is tolerant: `@sarah; **max**!P1 and "kim".` has three names. `isName`
 * decides whether `Tom and Jerry` is one name or two.
 */
export function readNames(value: string, isName: IsName): NamedTarget[] {
  return value.split(SEPARATOR).flatMap((part) => splitAtWords(part, isName));
}

function splitAtWords(part: string, isName: IsName): NamedTarget[] {
  const targets: NamedTarget[] = [];
  // Even indexes hold names, odd ones the words between them. The added blanks let WORD match at both ends.
  const pieces = ` ${part} `.split(WORD);
  for (let from = 0, to = 0; from < pieces.length; from = to + 1) {
    to = Math.min(pieces.length, from + 2 * MAX_WORDS_IN_NAME + 1);
    let target = toTarget(pieces.slice(from, to).join(''), isName);
    while (to > from + 1 && !isName(target.name)) {
      to -= 2;
      target = toTarget(pieces.slice(from, to).join(''), isName);
    }
    if (target.name !== '') targets.push(target);
  }
  return targets;
}

function toTarget(written: string, isName: IsName): NamedTarget {
  const text = trimBy(AT_END, written);
  const intent = text.slice(-2);
  const before = text.slice(0, -2).trimEnd();
  if (!INTENT.test(intent) || !/[!！]$/.test(before)) return { name: nameOf(written, isName) };
  return { name: nameOf(before.slice(0, -1), isName), intent: intent.toUpperCase() as Intent };
}

function nameOf(written: string, isName: IsName): string {
  const name = trimBy(AT_END, written);
  // The decoration may be a part of the name: `Max Jr.`, or even `*`.
  return [name, trimBy(AROUND, written), written.trim()].find(isName) ?? name;
}

// Removes decoration from the start of a text, and everything that `atEnd` matches from its end.
function trimBy(atEnd: RegExp, text: string): string {
  let start = 0;
  let end = text.length;
  while (AROUND.test(text.charAt(start))) start++;
  while (atEnd.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
