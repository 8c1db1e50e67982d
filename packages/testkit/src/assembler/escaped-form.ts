const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&(?:amp|#38|#x26);',
  '<': '&(?:lt|#60|#x3c);',
  '>': '&(?:gt|#62|#x3e);',
  '"': '&(?:quot|#34|#x22);',
  "'": '&(?:apos|#39|#x27);',
};

/** Longer texts would make a pattern that is slow to search with; every kind of escape is tried by a short one. */
const LONGEST = 200;

/**
 * How a text comes out if it was escaped in a usual way: by entities, backslashes, `\u` or per cent. `undefined` when
 * it is there as it went in, or not there at all.
 */
export function escapedForm(text: string, output: string): string | undefined {
  if (text.length > LONGEST || output.includes(text)) return undefined;
  const pattern = Array.from({ length: text.length }, (_, at) => spellings(text[at]!)).join('');
  return new RegExp(pattern, 'i').exec(output)?.[0];
}

/** One UTF-16 unit as it is, and as it may be escaped. */
function spellings(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = code.toString(16).padStart(4, '0');
  if (/[a-z0-9]/i.test(unit)) return unit;
  const escaped = [`\\\\?\\u${hex}`, `\\\\u${hex}`, `%${hex.slice(-2)}`, ENTITIES[unit]];
  const letter = { '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\b': 'b', '\v': 'v' }[unit];
  if (letter !== undefined) escaped.push(`\\\\${letter}`);
  return `(?:${escaped.filter((one) => one !== undefined).join('|')})`;
}
