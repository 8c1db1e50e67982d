import type { Intent } from '@ctx/contract';

/** A name in the value of a marker, as it was written but without what is around it. */
export interface PeeledName {
  /** Empty if nothing is left. */
  readonly name: string;
  readonly isKnown: boolean;
  readonly intent?: Intent | undefined;
  /** What looks like an intent and is none, such as `!P4`. */
  readonly takenOff: readonly string[];
}

const AROUND = /[\s*_`@＠´′″《》〈〉❛-❠\p{Quotation_Mark}\p{Default_Ignorable_Code_Point}]/u;
const OPENING = /[\p{Ps}<]/u;
const CLOSING = /[\p{Pe}>]/u;
const AT_END = /[.:!?…．。：！？]/;
const SEPARATOR_AT_END = /(?:->|[,，、;；/／|｜+＋&＆→])$/;
const LETTER = /[\p{L}\p{N}]/u;
const INTENT = /^P[123]$/;
// After so many layers all others are taken off at once. Asking for a name after each of them would be quadratic.
const MOST_LAYERS = 12;

/** Takes off what is around a name, layer by layer, until it is known or nothing is left to take off. */
export function peelName(written: string, isMember: (name: string) => boolean): PeeledName {
  const takenOff: string[] = [];
  let intent: Intent | undefined;
  let name = written.trim();
  for (let layers = 0; ; layers++) {
    if (name === '') return { name, isKnown: false, intent, takenOff };
    if (isMember(name)) return { name: undecorated(name, isMember), isKnown: true, intent, takenOff };
    const sign = layers < MOST_LAYERS ? intentStart(name) : undefined;
    if (sign !== undefined) {
      const word = name
        .slice(sign + 1)
        .trim()
        .normalize('NFKC')
        .toUpperCase();
      if (INTENT.test(word) && intent === undefined) intent = word as Intent;
      else takenOff.push(name.slice(sign));
      name = name.slice(0, sign).trim();
      continue;
    }
    const rest = layers < MOST_LAYERS ? withoutLayer(name) : bare(name);
    if (rest === name) return { name, isKnown: false, intent, takenOff };
    name = rest;
  }
}

// `_sarah_` is known too, because `_` does not count in names.
function undecorated(name: string, isMember: (name: string) => boolean): string {
  const inner = trimBy(name, AROUND, AROUND);
  return inner !== name && inner !== '' && isMember(inner) ? inner : name;
}

/** Index of the `!` of an intent at the end. */
function intentStart(text: string): number | undefined {
  let at = text.length;
  while (LETTER.test(text.charAt(at - 1))) at--;
  const word = text.slice(at);
  if (word === '' || word.includes('和') || word.toLowerCase() === 'and') return undefined;
  at = text.slice(0, at).trimEnd().length - 1;
  return text.charAt(at) === '!' || text.charAt(at) === '！' ? at : undefined;
}

function withoutLayer(text: string): string {
  const inner = trimBy(text, AROUND, AROUND);
  if (inner !== text) return inner;
  if (text.startsWith(':') || text.startsWith('：')) return text.slice(1).trim();
  const last = text.charAt(text.length - 1);
  const part = last === ')' || last === '）' ? parenthesisStart(text) : undefined;
  const before = text.slice(0, part).trimEnd();
  if (part !== undefined && bare(before) !== '' && !SEPARATOR_AT_END.test(before)) return before;
  if (OPENING.test(text.charAt(0)) && CLOSING.test(last)) return text.slice(1, -1).trim();
  if (AT_END.test(last) || CLOSING.test(last)) return text.slice(0, -1).trim();
  return OPENING.test(text.charAt(0)) ? text.slice(1).trim() : text;
}

/** Where the part in parentheses at the end of a text begins. */
function parenthesisStart(text: string): number | undefined {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charAt(at);
    if (char === ')' || char === '）') depth++;
    else if ((char === '(' || char === '（') && --depth === 0) return at;
  }
  return undefined;
}

const AT_START = new RegExp(`${AROUND.source}|${OPENING.source}|[:：]`, 'u');
const BEHIND = new RegExp(`${AROUND.source}|${CLOSING.source}|${AT_END.source}`, 'u');
const bare = (text: string) => trimBy(text, AT_START, BEHIND);

function trimBy(text: string, atStart: RegExp, atEnd: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && atStart.test(text.charAt(start))) start++;
  while (end > start && atEnd.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
