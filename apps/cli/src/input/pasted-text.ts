import { formatCount } from '../render/format-amounts.ts';

/** The long pastes of a draft, by the one character that stands for each of them. */
export type Pastes = ReadonlyMap<string, string>;

/** The start of a private-use plane of Unicode: characters that no keyboard types. */
const FIRST_TOKEN = 0xf0000;
const MAX_LINES = 8;
const MAX_CHARACTERS = 800;

/** Whether a paste is too long to be shown in the input line. */
export function isLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || text.split('\n', MAX_LINES + 1).length > MAX_LINES;
}

/** Adds a paste, and returns the character that stands for it. */
export function addPaste(pastes: Pastes, text: string): { readonly pastes: Pastes; readonly token: string } {
  const token = String.fromCodePoint(FIRST_TOKEN + pastes.size);
  return { pastes: new Map([...pastes, [token, text]]), token };
}

/** Returns the text with every paste in full. */
export function unfold(text: string, pastes: Pastes): string {
  let whole = text;
  for (const [token, pasted] of pastes) whole = whole.replaceAll(token, () => pasted);
  return whole;
}

/** How a paste is shown in the input line: `[pasted 5,000 lines]`. */
export function describePaste(pasted: string): string {
  const lines = pasted.replace(/\n$/, '').split('\n').length;
  const size = lines > 1 ? formatCount(lines, 'line') : formatCount(pasted.length, 'character');
  return `[pasted ${size}]`;
}
