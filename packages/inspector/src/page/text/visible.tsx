import type { ComponentChildren } from 'preact';

// Controls but for newline and tab, DEL, what turns the direction of text around, and what cannot be seen: zero-width
// characters outside of emoji, soft hyphens, tags.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text in which nothing hides: each character that cannot be seen, or that would be obeyed, is shown as a sign. */
export function visible(text: string): ComponentChildren {
  if (text.search(HIDDEN) === -1) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(HIDDEN)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
    // The two halves of a line end are one.
    if (found === '\r' && text[end] === '\n') continue;
    parts.push(
      <span class="hidden-character" title={nameOf(found)}>
        {signOf(found)}
      </span>,
    );
  }
  parts.push(text.slice(end));
  return parts;
}

/** The same as plain text, for labels. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, signOf);
}

function signOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `‹${nameOf(character)}›`;
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
