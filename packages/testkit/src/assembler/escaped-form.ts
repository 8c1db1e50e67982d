const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&(?:amp|#38|#x26);',
  '<': '&(?:lt|#60|#x3c);',
  '>': '&(?:gt|#62|#x3e);',
  '"': '&(?:quot|#34|#x22);',
  "'": '&(?:apos|#39|#x27);',
};

/** Longer texts are not searched, because their pattern would be slow. Every kind of escape also has a short text. */
const MAX_LENGTH = 200;

/**
 * The escaped form of a text in the output, if it was escaped in a common way: by entities, backslashes, `\u` or per
 * cent. `undefined` if the text is there unescaped, or not at all.
 */
export function escapedForm(text: string, output: string): string | undefined {
  if (text.length > MAX_LENGTH || output.includes(text)) return undefined;
  const pattern = Array.from({ length: text.length }, (_, at) => spellings(text[at]!)).join('');
  return new RegExp(pattern, 'i').exec(output)?.[0];
}

/** A pattern for one UTF-16 unit, unescaped or escaped. */
function spellings(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = code.toString(16).padStart(4, '0');
  if (/[a-z0-9]/i.test(unit)) return unit;
  const escaped = [`\\\\?\\u${hex}`, `\\\\u${hex}`, `%${hex.slice(-2)}`, ENTITIES[unit]];
  const letter = { '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\b': 'b', '\v': 'v' }[unit];
  if (letter !== undefined) escaped.push(`\\\\${letter}`);
  return `(?:${escaped.filter((one) => one !== undefined).join('|')})`;
}
