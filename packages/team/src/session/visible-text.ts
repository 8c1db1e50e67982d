// Control characters but tab and newline, and those that reorder text: nothing of what an agent wrote may move the
// cursor, ring the bell or make a line read backwards when the export is looked at.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g;

/** Text with every control character made visible: `␛` for the escape character, `<U+202E>` where no picture exists. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE, picture);
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
