/** A name as routing compares it: letter case, blanks, `-` and `_` do not count. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\-_]+/gu, '');
}
