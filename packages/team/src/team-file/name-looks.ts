import { normalizeName } from '@ctx/core/markers';
import unhomoglyph from 'unhomoglyph';

/**
 * Keys for the look of a name, by Unicode's list of confusable characters. Names that share a key can be mistaken for each
 * other. There are several keys because letter case matters for the look (`I` is like `l`, `i` is not), not for the name.
 */
export function lookKeys(name: string): string[] {
  const forms = [name, name.toLowerCase(), name.toUpperCase()];
  return [...new Set(forms.map((form) => normalizeName(skeleton(form))))];
}

/** The text with each character replaced by the simplest one that looks like it. */
export function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFKD')).normalize('NFKD');
}
