// Stands for the package that Markdown's parser decodes references such as `&lt;` with. That one has all two thousand, or
// asks the browser's HTML parser; these are the ones people write, and any other stays as it is written.
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

/** The character that a reference names; false for one that is not known. */
export function decodeNamedCharacterReference(name: string): string | false {
  return Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name]! : false;
}
