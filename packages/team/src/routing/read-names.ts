import type { Intent } from '@ctx/contract';

/** A name in a marker, and how urgent the call is. */
export interface NamedTarget {
  /** As its author spelled it, without quotes and the like around it. */
  readonly name: string;
  readonly intent?: Intent | undefined;
}

/** Whether somebody is called so. */
export type IsName = (name: string) => boolean;

const SEPARATOR = /[,，、;；]/;
const WORD = /((?<=\s)(?:and|und)(?=\s)|[&＆和])/i;
// A name may hold such words itself. It is tried with at most this many of them, so that the work stays linear.
const MAX_WORDS_IN_NAME = 3;
const AROUND = /[\s@＠*_`´′″《》〈〉\p{Quotation_Mark}]/u;
const AT_END = new RegExp(`${AROUND.source}|[.:!．。：！]`, 'u');
const INTENT = /P[123]/i;

/**
 * The names in the value of a marker, read kindly: `@sarah; **max**!P1 and "kim".` is three. `isName` decides whether
 * `Tom and Jerry` is one name or two.
 */
export function readNames(value: string, isName: IsName): NamedTarget[] {
  return value.split(SEPARATOR).flatMap((part) => splitAtWords(part, isName));
}

function splitAtWords(part: string, isName: IsName): NamedTarget[] {
  const targets: NamedTarget[] = [];
  // Names at even places, the words between them at odd ones. The blanks let a word stand at either end.
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
  // Somebody may be called `Max Jr.`, or even `*`.
  return [name, trimBy(AROUND, written), written.trim()].find(isName) ?? name;
}

/** Takes off what stands around a text; at its end, all that `atEnd` says. */
function trimBy(atEnd: RegExp, text: string): string {
  let start = 0;
  let end = text.length;
  while (AROUND.test(text.charAt(start))) start++;
  while (atEnd.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
