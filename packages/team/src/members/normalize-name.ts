/** The form in which names are compared: without blanks, `-` and `_`, and in lower case. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\-_]+/gu, '');
}
