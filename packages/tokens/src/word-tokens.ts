/** How a Latin word is written. */
export type WordCase = 'lower' | 'capital' | 'upper' | 'mixed';

/** What stands directly before a word; tokenizers make one piece of both. */
export type WordLead = 'blank' | 'none' | 'common-sign' | 'rare-sign';

/** Tokens of a short word, letters that are still short, and tokens of each letter more. */
type Cost = readonly [short: number, shortLetters: number, perLetter: number];

/** Measured: common words with a blank before them have tokens of their own, anything else is put together. */
const COSTS: Readonly<Record<WordCase, Readonly<Record<WordLead, Cost>>>> = {
  lower: {
    blank: [1.01, 8, 0.06],
    none: [1.08, 6, 0.17],
    'common-sign': [1.16, 4, 0.16],
    'rare-sign': [1.95, 6, 0.15],
  },
  capital: {
    blank: [1.06, 6, 0.1],
    none: [1.03, 8, 0.08],
    'common-sign': [1.6, 6, 0.15],
    'rare-sign': [2, 6, 0.15],
  },
  upper: {
    blank: [1.08, 4, 0.15],
    none: [1.12, 4, 0.3],
    'common-sign': [1.22, 4, 0.22],
    'rare-sign': [2, 4, 0.25],
  },
  mixed: {
    blank: [1.9, 6, 0.12],
    none: [2.2, 8, 0.12],
    'common-sign': [2.3, 6, 0.12],
    'rare-sign': [3, 6, 0.12],
  },
};

/** No word is longer; what is has no meaning, or is several words without a blank. */
const LONGEST_WORD = 16;
const PER_LETTER_BEYOND = 0.27;

/** Tokens of a Latin word together with what leads it. */
export function wordTokens(letters: number, wordCase: WordCase, lead: WordLead): number {
  const [short, shortLetters, perLetter] = COSTS[wordCase][lead];
  const more = Math.max(0, Math.min(letters, LONGEST_WORD) - shortLetters);
  const beyond = Math.max(0, letters - LONGEST_WORD);
  return short + more * perLetter + beyond * PER_LETTER_BEYOND;
}

/** How a sign leads a word: those of code and prose often share a token with it. */
export function leadOf(sign: string): WordLead {
  return '.(_/-<\\’'.includes(sign) ? 'common-sign' : 'rare-sign';
}

/** How a word of that many capitals followed by that many small letters is written. */
export function caseOf(capitals: number, small: number): WordCase {
  if (capitals === 0) return 'lower';
  if (capitals === 1) return 'capital';
  return small === 0 ? 'upper' : 'mixed';
}
