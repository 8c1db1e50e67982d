import { formatCount } from '../render/format-amounts.ts';

/** Pastes that stand as one token each in a line that is being typed, by the character that stands for them. */
export type Pastes = ReadonlyMap<string, string>;

/** From here on fifteen private planes' worth of characters that no keyboard has. */
const FIRST_TOKEN = 0xf0000;
const MOST_LINES = 8;
const MOST_CHARACTERS = 800;

/** Whether a paste would fill the screen. */
export function isLong(text: string): boolean {
  return text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES;
}

/** Adds a paste; gives back the character that stands for it. */
export function addPaste(pastes: Pastes, text: string): { readonly pastes: Pastes; readonly token: string } {
  const token = String.fromCodePoint(FIRST_TOKEN + pastes.size);
  return { pastes: new Map([...pastes, [token, text]]), token };
}

/** The text with every paste in full. */
export function unfold(text: string, pastes: Pastes): string {
  let whole = text;
  for (const [token, pasted] of pastes) whole = whole.replaceAll(token, () => pasted);
  return whole;
}

/** How a token looks: `[pasted 5,000 lines]`. */
export function describePaste(pasted: string): string {
  const lines = pasted.replace(/\n$/, '').split('\n').length;
  const size = lines > 1 ? formatCount(lines, 'line') : formatCount(pasted.length, 'character');
  return `[pasted ${size}]`;
}
