// Replaces the package with which the Markdown parser decodes references such as `&lt;`. That package has a table of two
// thousand, or uses the browser's HTML parser. This file has the common ones; any other stays as it is written.
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
};

/** The character that a reference names; false for an unknown reference. */
export function decodeNamedCharacterReference(name: string): string | false {
  return Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name]! : false;
}
