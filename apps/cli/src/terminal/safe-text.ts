// What a terminal would obey instead of show: C0 and C1 controls except newline and tab, DEL, line and paragraph
// separators, and the controls that turn the direction of text around.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const OBEYED = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text that a terminal shows and does not obey. Each control character becomes a visible sign of its own, so that
 * nothing is hidden and no state is needed: a sequence cut in two stays harmless. Line endings become `\n`.
 */
export function safeText(text: string): string {
  return text.replace(OBEYED, visibleSign);
}

/** The same on one line: line breaks and tabs become blanks, blanks at the ends go. */
export function safeLine(text: string): string {
  return safeText(text.replace(/\s+/g, ' ')).trim();
}

/** JSON with the same characters escaped: what JSON itself lets pass (C1, DEL, direction) is still obeyed by terminals. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, errorsAsData, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function visibleSign(character: string): string {
  if (character === '\r\n') return '\n';
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

// An Error has no enumerable fields of interest to JSON.
function errorsAsData(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = (value as { code?: unknown }).code;
  return { name: value.name, ...(typeof code === 'string' ? { code } : {}), message: value.message };
}
