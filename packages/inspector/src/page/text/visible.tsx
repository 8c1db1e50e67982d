import type { ComponentChildren } from 'preact';

// Control characters except newline and tab, characters that change the direction of text, and invisible ones: zero-width
// characters except the joiner of emoji, soft hyphens, tags.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Shows each invisible or direction-changing character of a text as a symbol. */
export function visible(text: string): ComponentChildren {
  if (text.search(HIDDEN) === -1) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(HIDDEN)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
    // CR LF is an ordinary line ending.
    if (found === '\r' && text[end] === '\n') continue;
    parts.push(
      <span class="hidden-character" title={nameOf(found)}>
        {symbolOf(found)}
      </span>,
    );
  }
  parts.push(text.slice(end));
  return parts;
}

/** Does the same as `visible`, but returns plain text, for labels. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, symbolOf);
}

function symbolOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `‹${nameOf(character)}›`;
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
