import type { Intent } from '@ctx/contract';
import { normalizeName } from './normalize-name.ts';
import { type PeeledName, peelName } from './peel-name.ts';

/** A member that a marker names. */
export interface NamedMember {
  /** As written, without the quotes and other decoration around it. */
  readonly name: string;
  readonly intent?: Intent | undefined;
}

/** The names in the value of a marker. */
export interface ReadNames {
  readonly names: readonly NamedMember[];
  /** Names that nobody has, without the decoration around them. */
  readonly unknown: readonly string[];
  /** What was written like an intent but is none, such as `!P4`. */
  readonly takenOff: readonly string[];
}

const SEPARATOR = /((?:->)|[,，、;；/／|｜+＋&＆→]|\s(?=[@＠])|(?<=\s)and(?=\s)|和)/i;
const WORD = /^(?:and|和)$/i;
// A name may have at most this many separators in it. The limit keeps the work linear.
const MOST_IN_NAME = 3;

/**
 * Reads the names in the value of a marker. It is tolerant: `@sarah; **max**!P1 and "kim".` has three names. `isMember`
 * is asked with a name as written, and compares by `normalizeName`; a name may contain a separator (`Tom and Jerry`,
 * `R&D`). Linear in the length of the value.
 */
export function readNames(value: string, isMember: (name: string) => boolean): ReadNames {
  const whole = peelName(value, isMember);
  const found = whole.isKnown ? [whole] : splitNames(value, isMember);
  return {
    names: found.flatMap(({ isKnown, name, intent }) =>
      isKnown ? [intent === undefined ? { name } : { name, intent }] : [],
    ),
    unknown: found.flatMap(({ isKnown, name }) => (isKnown || name === '' ? [] : [name])),
    takenOff: found.flatMap(({ takenOff }) => takenOff),
  };
}

function splitNames(value: string, isMember: (name: string) => boolean): PeeledName[] {
  // Even indexes hold names, odd ones what separates them. The added blanks make a word at either end whole.
  const pieces = ` ${value} `.split(SEPARATOR);
  const parts: { from: number; to: number; peeled: PeeledName | undefined }[] = [];
  let before: PeeledName | undefined;
  for (let from = 0, to = 0; from < pieces.length; from = to + 1) {
    const longest = longestName(pieces, from, isMember);
    const { name, isKnown } = longest.peeled;
    to = longest.to;
    // A word such as `and` separates only names that are known. Otherwise it is a part of one that is unknown.
    const isAfterWord = WORD.test(pieces[from - 1] ?? '') && name !== '' && before?.name !== '';
    if (!isAfterWord || (isKnown && before?.isKnown)) parts.push({ from, to, peeled: longest.peeled });
    else Object.assign(parts.at(-1)!, { to, peeled: undefined });
    before = longest.peeled;
  }
  return parts.map(({ from, to, peeled }) => peeled ?? peelName(pieces.slice(from, to).join(''), isMember));
}

/** The longest name that begins with a piece; the piece alone if no name does. */
function longestName(
  pieces: readonly string[],
  from: number,
  isMember: (name: string) => boolean,
): { readonly to: number; readonly peeled: PeeledName } {
  // No name begins with two separators.
  const isEmpty = pieces[from]!.trim() === '' && (pieces[from + 2] ?? '').trim() === '';
  const most = isEmpty ? 0 : MOST_IN_NAME;
  for (let to = Math.min(pieces.length, from + 2 * most + 1); ; to -= 2) {
    const peeled = peelName(pieces.slice(from, to).join(''), isMember);
    if (to <= from + 1) return { to, peeled };
    if (!peeled.isKnown) continue;
    // In `sarah @和子` the `@` is not part of the name `sarah`. In `C++` the signs are.
    const isEmptyAtEnd = /^[\s@＠]*$/.test(pieces[to - 1]!);
    const shorter = isEmptyAtEnd ? peelName(pieces.slice(from, to - 2).join(''), isMember) : undefined;
    const isSame = shorter?.isKnown && normalizeName(shorter.name) === normalizeName(peeled.name);
    if (!isSame) return { to, peeled };
  }
}
