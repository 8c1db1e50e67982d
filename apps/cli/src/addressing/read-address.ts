import { createMemberDirectory, type MemberDirectory, type Team, type TeamMember } from '@ctx/team';
import { nearestMember } from './nearest-member.ts';

/** The addressees at the start of a text. */
export type Address =
  /** None. The text is as typed, but without the backslash of a leading `\@`. */
  | { readonly type: 'none'; readonly text: string }
  /** These members, by id, each once. The text is as typed behind the names: they are for the chat, not for agents. */
  | { readonly type: 'named'; readonly text: string; readonly to: readonly string[] }
  | UnknownName;

/** A name that no member has; empty if no name follows the `@`. Such a text is not sent. */
export interface UnknownName {
  readonly type: 'unknown';
  readonly name: string;
  /** Id of the member who was probably meant. */
  readonly nearest?: string | undefined;
}

/** A name ends at a blank or at a separator. */
const NAME = /[^\s,:，：、@＠]+/uy;
const AT = /[@＠]/uy;
/** What may stand between two names. No line end: the second line of a pasted text is not an address. */
const BETWEEN = /(?:[^\S\n]|[,，、])*/uy;
const COMMA = /[^\S\n]*[,，、][^\S\n]*/uy;
/** A name without `@` counts only if one of these follows, or the end of the text. */
const AFTER_BARE = /[^\S\n]*(?:[,:，：、\n]|$)/uy;
/** A colon between the names and the text. */
const COLON = /[^\S\n]*[:：]/uy;
const BLANKS = /[^\S\n]+/uy;
/** Punctuation after a name that belongs to the sentence. */
const SENTENCE_MARKS = /[.!?;…。！？；)]+$/u;

/**
 * Reads `@sarah …`, `@sarah @max …`, `@sarah, max: …` and `@all …` at the start of a text. Names are ids, names or
 * display names; letter case, blanks, `-` and `_` are ignored. `\@` is a literal `@`.
 */
export function readAddress(typed: string, team: Pick<Team, 'members'>): Address {
  const start = typed.search(/\S|$/u);
  if (/^\\[@＠]/u.test(typed.slice(start)))
    return { type: 'none', text: typed.slice(0, start) + typed.slice(start + 1) };
  const directory = createMemberDirectory(team);
  const maxWords = wordsOfLongestName(team);
  const to = new Set<string>();
  let at = start;
  while (matchAt(AT, typed, at) !== undefined) {
    const found = nameAt(typed, at + 1, directory, maxWords);
    if (found.members === undefined) return unknownName(found.name, team);
    for (const { id } of found.members) to.add(id);
    at = takeBareNames(found.end);
    at += matchAt(BETWEEN, typed, at)!.length;
  }
  return to.size === 0 ? { type: 'none', text: typed } : { type: 'named', text: textAfter(typed, at), to: [...to] };

  // Returns where the names end. Only members' names count: `@sarah, note: …` has one addressee.
  function takeBareNames(from: number): number {
    let end = from;
    for (;;) {
      const between = matchAt(COMMA, typed, end);
      if (between === undefined) return end;
      const bare = bareNameAt(typed, end + between.length, directory, maxWords);
      if (bare === undefined) return end;
      to.add(bare.member.id);
      end = bare.end;
    }
  }
}

// The text behind the names, without the blanks and the colon that set it off, and without blank lines before it.
function textAfter(typed: string, end: number): string {
  const rest = typed.slice(end + (matchAt(COLON, typed, end)?.length ?? 0));
  const start = rest.search(/\S/u);
  if (start === -1) return '';
  const lineEnd = rest.lastIndexOf('\n', start);
  // Text that begins on a line of its own keeps its indentation.
  return rest.slice(lineEnd === -1 ? start : lineEnd + 1);
}

interface FoundName {
  readonly name: string;
  readonly members?: readonly TeamMember[] | undefined;
  readonly end: number;
}

// A display name may contain blanks, so the longest matching name wins.
function nameAt(text: string, start: number, directory: MemberDirectory, maxWords: number): FoundName {
  const ends = wordEnds(text, start, maxWords);
  for (const end of ends.toReversed()) {
    const name = text.slice(start, end);
    for (const candidate of [name, name.replace(SENTENCE_MARKS, '')]) {
      const member = directory.find(candidate);
      if (candidate !== '' && member !== undefined) return { name, members: [member], end };
    }
  }
  const [end = start] = ends;
  const name = text.slice(start, end).replace(SENTENCE_MARKS, '');
  if (name.toLowerCase() === 'all') return { name, members: directory.agents, end };
  return { name, end };
}

function bareNameAt(
  text: string,
  start: number,
  directory: MemberDirectory,
  maxWords: number,
): { readonly member: TeamMember; readonly end: number } | undefined {
  for (const end of wordEnds(text, start, maxWords).toReversed()) {
    const member = directory.find(text.slice(start, end));
    if (member !== undefined && matchAt(AFTER_BARE, text, end) !== undefined) return { member, end };
  }
  return undefined;
}

// The end of each word, for as many words as the longest name has.
function wordEnds(text: string, start: number, maxWords: number): number[] {
  const ends: number[] = [];
  for (let at = start; ends.length < maxWords; ) {
    const word = matchAt(NAME, text, at);
    if (word === undefined) break;
    at += word.length;
    ends.push(at);
    const blank = matchAt(BLANKS, text, at);
    if (blank === undefined) break;
    at += blank.length;
  }
  return ends;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function wordsOfLongestName({ members }: Pick<Team, 'members'>): number {
  const names = members.flatMap(({ id, name, displayName }) => [id, name ?? '', displayName ?? '']);
  return Math.max(...names.map((name) => name.split(/\s+/u).length));
}

/** Returns the name with the member who was probably meant. */
export function unknownName(name: string, { members }: Pick<Team, 'members'>): UnknownName {
  return { type: 'unknown', name, nearest: name === '' ? undefined : nearestMember(name, members) };
}
