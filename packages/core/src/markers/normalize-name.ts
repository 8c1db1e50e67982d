const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
const IGNORED = /[\s\p{Dash}_]/gu;

/**
 * The form in which names are compared: NFKC, in lower case, without invisible characters, blanks, dashes and `_`.
 * Linear in the length of the name.
 */
export function normalizeName(name: string): string {
  // Without what stood between them, two characters may become one.
  return name.replace(INVISIBLE, '').normalize('NFKC').toLowerCase().replace(IGNORED, '').normalize('NFKC');
}
