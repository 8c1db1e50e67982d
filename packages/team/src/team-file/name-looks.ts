import unhomoglyph from 'unhomoglyph';
import { normalizeName } from '../members/normalize-name.ts';

/**
 * What a name looks like, by Unicode's list of confusable characters: names that share a key can be taken for each other.
 * Letter case counts in a look (`I` is like `l`, `i` is not) and does not in a name, so there are several.
 */
export function lookKeys(name: string): string[] {
  const forms = [name, name.toLowerCase(), name.toUpperCase()];
  return [...new Set(forms.map((form) => normalizeName(skeleton(form))))];
}

/** A text with each character replaced by the simplest one that looks like it. */
export function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFKD')).normalize('NFKD');
}
